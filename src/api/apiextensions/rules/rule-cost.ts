import type { Loop, LoopForm, Node } from '../../../expressions/ast'
import { dottedName } from '../../../expressions/dotted-name'
import type { Environment } from '../../../expressions/environment'
import type { Program } from '../../../expressions/program'
import { mayHaveType } from '../../../expressions/runtime-type'
import type { Type } from '../../../expressions/types'
import { lengthOf } from '../../../expressions/values'
import { itemSchema, valuesOf } from '../definition'
import { callCost, type Argument } from './call-cost'
import { isExposed, mostElements, placeOf, propertyPlace, type SchemaPlace } from './declared-size'
import { either, exactly, plus, times, UNKNOWN_SIZE, type Range } from './size-range'

const LIST_COST = 10
const MAP_COST = 30
const OBJECT_COST = 40

/** Where a value stands in the schema: keys have no schema, and some paths lead nowhere. */
type Path = SchemaPlace | 'key' | 'lost'
/** Sizes of the keys and values of a list or map that the expression itself makes. */
interface Parts {
  readonly list: boolean
  readonly key: Range
  readonly value: Range
}
interface Estimate {
  /** Greatest cost, as servers estimate it. */
  readonly cost: number
  readonly size?: Range | undefined
  readonly path?: Path | undefined
  readonly parts?: Parts | undefined
}
type Scope = ReadonlyMap<string, Omit<Estimate, 'cost'>>

/** Greatest cost of an expression for one value with this schema, by the published rules. */
export const expressionCost = (program: Program, environment: Environment, place: SchemaPlace): number =>
  new CostEstimator(program.types, environment, place).of(program.node, new Map()).cost

const SCALARS: ReadonlySet<Type['kind']> = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint'])
function typeSize(type: Type | undefined): Range | undefined {
  if (type?.kind === 'optional') return typeSize(type.value)
  return type && SCALARS.has(type.kind) ? exactly(1) : undefined
}
const pathSize = (path: Path | undefined): Range | undefined => {
  if (path === undefined || path === 'lost') return undefined
  return { min: 0, max: path === 'key' ? 0 : mostElements(path) }
}
const joined = (a: Parts | undefined, b: Parts | undefined): Parts | undefined =>
  a && b && { list: a.list, key: either(a.key, b.key), value: either(a.value, b.value) }
const sum = (estimates: readonly Estimate[]): number => plus(...estimates.map(({ cost }) => exactly(cost))).max
const covering = (estimates: readonly Estimate[]): Range =>
  estimates.length === 0 ? exactly(0) : estimates.map(({ size }) => size ?? UNKNOWN_SIZE).reduce(either)

/** Cost of one round of a macro besides its body, and of its start and end. */
const ROUNDS: Readonly<Record<LoopForm, { readonly round: number; readonly once: number }>> = {
  all: { round: 3, once: 1 },
  exists: { round: 4, once: 1 },
  existsOne: { round: 2, once: 2 },
  map: { round: LIST_COST + 2, once: LIST_COST + 1 },
  transformMap: { round: 3, once: MAP_COST + 1 },
  transformMapEntry: { round: 2, once: MAP_COST + 1 },
}

class CostEstimator {
  constructor(
    private readonly types: Program['types'],
    private readonly environment: Environment,
    private readonly root: SchemaPlace,
  ) {}

  of(node: Node, scope: Scope): Estimate {
    const inner = (one: Node): Estimate => this.of(one, scope)
    switch (node.kind) {
      case 'literal':
        return { cost: 0, size: exactly(literalSize(node.value)) }
      case 'name':
        return this.name(node, scope)
      case 'select':
        return this.isTypeName(node, scope) ? this.name(node, scope) : this.select(node, inner(node.operand))
      case 'call':
        return this.call(node, scope)
      case 'logic':
        return { cost: sum(node.args.map(inner)), size: exactly(1) }
      case 'choice': {
        const [then, otherwise] = [inner(node.then), inner(node.otherwise)]
        return {
          cost: inner(node.test).cost + Math.max(then.cost, otherwise.cost),
          size: covering([then, otherwise]),
          parts: joined(then.parts, otherwise.parts),
        }
      }
      case 'list': {
        const items = node.items.map(({ value }) => inner(value))
        const parts = { list: true, key: exactly(1), value: covering(items) }
        return { cost: LIST_COST + sum(items), size: exactly(items.length), parts }
      }
      case 'map': {
        const [keys, values] = [
          node.entries.map(({ key }) => inner(key)),
          node.entries.map(({ value }) => inner(value)),
        ]
        const parts = { list: false, key: covering(keys), value: covering(values) }
        return { cost: MAP_COST + sum([...keys, ...values]), size: exactly(keys.length), parts }
      }
      case 'object':
        return { cost: OBJECT_COST + sum(node.entries.map(({ value }) => inner(value))) }
      case 'bind': {
        const value = inner(node.value)
        const { cost, size, parts } = this.of(node.body, new Map([...scope, [node.name, value]]))
        return { cost: LIST_COST + value.cost + cost, size, parts }
      }
      case 'optionalMap':
        return this.optionalMap(node, scope)
      case 'loop':
        return this.loop(node, scope)
    }
  }

  private typeOf(node: Node): Type | undefined {
    return this.types.get(node.id)
  }

  /** Whether selections spell the name of a type, such as `google.protobuf.Duration`. */
  private isTypeName(node: Node, scope: Scope): boolean {
    const name = dottedName(node)
    if (name === undefined || scope.has(name.split('.', 1)[0] ?? '')) return false
    return this.environment.typeNamed(name) !== undefined
  }

  private name(node: Node & { kind: 'name' | 'select' }, scope: Scope): Estimate {
    const local = node.kind === 'name' ? scope.get(node.name) : undefined
    const path = local ? local.path : this.root
    return { cost: 1, path, size: pathSize(path) ?? typeSize(this.typeOf(node)) ?? local?.size, parts: local?.parts }
  }

  private select(node: Node & { kind: 'select' }, operand: Estimate): Estimate {
    const size = typeSize(this.typeOf(node))
    if (node.test) return { cost: operand.cost, size }
    if (node.optional) return { cost: operand.cost + 1, size }
    const kind = this.typeOf(node.operand)?.kind ?? 'dyn'
    const path = this.field(operand.path, node.field)
    const step = kind === 'map' || kind === 'object' || kind === 'parameter' ? 1 : 0
    return { cost: operand.cost + step, path, size: pathSize(path) ?? size }
  }

  /** Steps from a value without a path end at the root, as they do in servers. */
  private field(path: Path | undefined, field: string): Path {
    if (path === undefined) return this.root
    return path === 'key' || path === 'lost' ? 'lost' : (propertyPlace(path, field) ?? 'lost')
  }
  private items(path: Path | undefined): Path {
    if (path === undefined) return this.root
    if (path === 'key' || path === 'lost') return 'lost'
    const items = path.schema.type === 'array' ? itemSchema(path.schema) : valuesOf(path.schema)
    return items && isExposed(items) ? placeOf(items) : 'lost'
  }
  private keys(path: Path | undefined): Path {
    if (path === undefined) return this.root
    return typeof path === 'object' && path.schema.type === 'object' && valuesOf(path.schema) ? 'key' : 'lost'
  }

  private argument(node: Node, { size, path }: Estimate): Argument {
    const itemSize = path === undefined ? undefined : pathSize(this.items(path))
    return { node, type: this.typeOf(node), size, itemSize: itemSize ?? UNKNOWN_SIZE }
  }

  private call(node: Node & { kind: 'call' }, scope: Scope): Estimate {
    const { name, target, namespace } = this.calledBy(node, scope)
    const nodes = target ? [target, ...node.args] : node.args
    const parts = nodes.map((one) => this.of(one, scope))
    const [first, second] = parts
    const before = sum(parts)
    const own = typeSize(this.typeOf(node))
    if (name === '_[_]' && first && this.typeOf(nodes[0] ?? node)?.kind !== 'optional') {
      const path = this.items(first.path)
      return { cost: before + 1, path, size: first.parts?.value ?? pathSize(path) ?? own }
    }
    if (name === 'dyn' && first) return { cost: before + 1, size: first.size, parts: first.parts }
    const args = nodes.map((one, i) => this.argument(one, parts[i] ?? { cost: 0 }))
    const types = args.map(({ type }) => type)
    const overloads = this.environment
      .overloads(name)
      .filter(
        ({ member, parameters }) =>
          (namespace || member === (target !== undefined)) &&
          parameters.length === types.length &&
          parameters.every((parameter, i) => mayHaveType(types[i], parameter)),
      )
    const [receiver, ...others] = args
    const { cost, size } = callCost(
      overloads.map(({ parameters }) => ({
        name,
        parameters,
        ...(target ? { target: receiver, args: others } : { target: undefined, args }),
      })),
    )
    const made = name === '_+_' ? joined(first?.parts, second?.parts) : undefined
    return { cost: plus(exactly(before), exactly(overloads.length > 0 ? cost : 1)).max, size: size ?? own, parts: made }
  }

  /** A function in a namespace has no target. */
  private calledBy(
    { name, target }: Node & { kind: 'call' },
    scope: Scope,
  ): { readonly name: string; readonly target: Node | undefined; readonly namespace: boolean } {
    const namespace = target && dottedName(target)
    const whole = `${namespace ?? ''}.${name}`
    if (namespace !== undefined && !scope.has(namespace.split('.', 1)[0] ?? ''))
      if (this.environment.overloads(whole).length > 0) return { name: whole, target: undefined, namespace: true }
    return { name, target, namespace: false }
  }

  /** The target is evaluated twice: to see whether it has a value, and to get that. */
  private optionalMap(node: Node & { kind: 'optionalMap' }, scope: Scope): Estimate {
    const target = this.of(node.target, scope).cost + 1
    const type = this.typeOf(node.target)
    const value = { size: type?.kind === 'optional' ? typeSize(type.value) : undefined }
    const body = this.of(node.body, new Map([...scope, [node.name, value]])).cost
    const cost = target + LIST_COST + target + body + (node.flat ? 0 : 1)
    return { cost, size: typeSize(this.typeOf(node)) ?? UNKNOWN_SIZE }
  }

  private loop(node: Loop, scope: Scope): Estimate {
    const range = this.of(node.range, scope)
    const inside = new Map([...scope, ...this.loopNames(node, range)])
    const filter = node.filter ? this.of(node.filter, inside).cost : 0
    const body = this.of(node.body, inside)
    const { round, once } = ROUNDS[node.form]
    const count = range.size ?? UNKNOWN_SIZE
    const rounds = times(count, plus(exactly(filter), exactly(round), exactly(body.cost))).max
    const cost = plus(exactly(range.cost), exactly(once), exactly(rounds)).max
    if (node.form === 'transformMap' || node.form === 'transformMapEntry') return { cost, size: count }
    if (node.form !== 'map') return { cost, size: exactly(1) }
    const value = either(exactly(0), body.size ?? UNKNOWN_SIZE)
    return { cost, size: count, parts: { list: true, key: exactly(1), value } }
  }

  private loopNames({ names, range }: Loop, { path, parts }: Estimate): (readonly [string, Omit<Estimate, 'cost'>])[] {
    const isList = parts?.list ?? this.typeOf(range)?.kind === 'list'
    const value = { path: this.items(path), size: parts?.value }
    const key = { path: isList && path !== undefined ? ('lost' as const) : this.keys(path), size: parts?.key }
    const [first = '', second] = names
    if (second !== undefined)
      return [
        [first, key],
        [second, value],
      ]
    return [[first, isList ? value : key]]
  }
}

function literalSize(value: unknown): number {
  if (typeof value === 'string') return lengthOf(value)
  return value instanceof Uint8Array ? value.length : 1
}
