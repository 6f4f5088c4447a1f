import { greatest } from '../../../machinery/lists'
import type { Node } from '../../../expressions/ast'
import { itemSchema, valuesOf, type JsonSchema } from '../definition'
import { propertiesOf } from './declared-type'
import { fieldName } from './field-names'

/** Maximum request size in bytes. */
const MAX_REQUEST = 3 * 1024 * 1024
/** Maximum bytes per character. */
const MAX_CHARACTER = 4
const ITEM_COST = 3
const LIST_COST = 10
const MAP_COST = 30
const TRAVERSAL = 0.1
const PATTERN = 0.25
const FIXED_LENGTHS: Readonly<Record<string, number>> = { date: 12, 'date-time': 22, duration: 32 }

/** Minimum size of a value as JSON, in bytes. */
function leastSize(schema: JsonSchema): number {
  if (schema.type === 'boolean') return 4
  if (schema.type === 'string' || schema.type === 'array') return 2
  if (schema.type !== 'object') return 1
  const needed = (schema.required ?? []).map((name) => name.length + 4 + leastSize(schema.properties?.[name] ?? {}))
  return needed.reduce((sum, size) => sum + size, 2)
}

/** Maximum length or number of items of a value. */
export function mostItems(schema: JsonSchema): number {
  if (schema.type === 'string') {
    if (schema.maxLength !== undefined) return schema.maxLength * MAX_CHARACTER
    if (schema.enum?.length) return greatest(schema.enum.map((one) => String(one).length))
    return FIXED_LENGTHS[schema.format ?? ''] ?? MAX_REQUEST - 2
  }
  const items = itemSchema(schema)
  if (items) return schema.maxItems ?? Math.floor((MAX_REQUEST - 2) / (leastSize(items) + 1))
  const values = valuesOf(schema)
  return values ? (schema.maxProperties ?? Math.floor((MAX_REQUEST - 2) / (leastSize(values) + 6))) : 1
}

interface Estimate {
  readonly cost: number
  /** Length or number of items. */
  readonly size: number
  readonly schema?: JsonSchema
}
type Scope = ReadonlyMap<string, JsonSchema | undefined>

/** Maximum cost of a rule for one value. */
export const ruleCost = (node: Node, schema: JsonSchema, whole: boolean): number => {
  const root = whole ? { ...schema, properties: propertiesOf(schema, true) } : schema
  return estimate(
    node,
    new Map([
      ['self', root],
      ['oldSelf', root],
    ]),
  ).cost
}

const ofSchema = (schema: JsonSchema | undefined, cost: number): Estimate =>
  schema ? { cost, schema, size: mostItems(schema) } : { cost, size: MAX_REQUEST }
const sum = (parts: readonly Estimate[]): number => parts.reduce((total, { cost }) => total + cost, 0)

function estimate(node: Node, scope: Scope): Estimate {
  const inner = (one: Node): Estimate => estimate(one, scope)
  switch (node.kind) {
    case 'literal':
      return { cost: 0, size: typeof node.value === 'string' ? node.value.length : 1 }
    case 'name':
      return ofSchema(scope.get(node.name), 1)
    case 'select': {
      const { cost, schema } = inner(node.operand)
      return ofSchema(schema && memberOf(schema, node.field), cost + (node.test ? 0 : 1))
    }
    case 'call':
      return call(node, (node.target ? [node.target, ...node.args] : node.args).map(inner))
    case 'logic':
      return { cost: sum(node.args.map(inner)), size: 1 }
    case 'choice': {
      const [then, otherwise] = [inner(node.then), inner(node.otherwise)]
      return {
        cost: inner(node.test).cost + Math.max(then.cost, otherwise.cost),
        size: Math.max(then.size, otherwise.size),
      }
    }
    case 'list':
      return { cost: LIST_COST + sum(node.items.map(({ value }) => inner(value))), size: node.items.length }
    case 'map':
      return {
        cost: MAP_COST + sum(node.entries.flatMap(({ key, value }) => [inner(key), inner(value)])),
        size: node.entries.length,
      }
    case 'object':
      return { cost: sum(node.entries.map(({ value }) => inner(value))), size: 1 }
    case 'bind':
    case 'optionalMap': {
      const value = inner(node.kind === 'bind' ? node.value : node.target)
      const body = estimate(node.body, new Map([...scope, [node.name, value.schema]]))
      return { ...body, cost: value.cost + body.cost }
    }
    case 'loop':
      return loop(node, scope)
  }
}

function memberOf(schema: JsonSchema, field: string): JsonSchema | undefined {
  const values = valuesOf(schema)
  if (values) return values
  const found = Object.entries(schema.properties ?? {}).find(([property]) => fieldName(property) === field)
  return found?.[1]
}

function loop(node: Node & { kind: 'loop' }, scope: Scope): Estimate {
  const range = estimate(node.range, scope)
  const { schema } = range
  const items = schema && itemSchema(schema)
  const key: JsonSchema = items && node.names.length === 1 ? items : { type: 'string' }
  const [first = '', second = ''] = node.names
  const inside = new Map([...scope, [first, key], [second, schema && (items ?? valuesOf(schema))]] as const)
  const filter = node.filter ? estimate(node.filter, inside).cost : 0
  const body = estimate(node.body, inside)
  const own = node.form === 'map' ? LIST_COST + 2 : ITEM_COST + (node.form === 'exists' ? 1 : 0)
  return { cost: range.cost + 1 + range.size * (filter + body.cost + own), size: range.size, ...(schema && { schema }) }
}

const READ = new Set(['startsWith', 'endsWith', 'size', 'string', 'bytes'])
const read = (size = 0): number => Math.ceil(size * TRAVERSAL)

function call({ name }: Node & { kind: 'call' }, parts: readonly Estimate[]): Estimate {
  const before = sum(parts)
  const [first, second] = parts
  const [a, b] = [first?.size ?? 1, second?.size ?? 1]
  if (name === '_[_]')
    return ofSchema(first?.schema && (itemSchema(first.schema) ?? valuesOf(first.schema)), before + 1)
  if (name === '@in') return { cost: before + (second?.schema && valuesOf(second.schema) ? 1 : b), size: 1 }
  if (name === 'contains') return { cost: before + read(a) * read(b), size: 1 }
  if (name === 'matches') return { cost: before + read(a + 1) * Math.ceil(b * PATTERN), size: 1 }
  if (name === '_+_') return { cost: before + read(a + b), size: a + b }
  if (/^_[=!<>]/.test(name)) return { cost: before + Math.max(1, read(Math.min(a, b))), size: 1 }
  if (READ.has(name)) return { cost: before + (name === 'size' ? 1 : read(name.endsWith('With') ? b : a)), size: a }
  return { cost: before + Math.max(1, read(a)), size: a }
}
