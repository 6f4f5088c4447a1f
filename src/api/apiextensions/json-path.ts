import { addAll } from '../../machinery/lists'
import { isObject } from '../../machinery/json'

type Step =
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'wildcard' }
  | { readonly type: 'descend' }
  | {
      readonly type: 'slice'
      readonly start?: number
      readonly end?: number
      readonly by: number
      readonly one?: boolean
    }
  | { readonly type: 'union'; readonly of: readonly Step[] }
  | {
      readonly type: 'filter'
      readonly path: JsonPath
      readonly operator?: string
      readonly value?: unknown
      readonly other?: JsonPath
    }

/** Limit, since each `..` may multiply the values of the next step. */
const MAX_VALUES = 1000

/** A compiled JSON path, as used by printer columns and scale subresources. */
export interface JsonPath {
  /** All values at the path; empty if members are missing. */
  find(value: unknown): unknown[]
}

/**
 * Compiles a path such as `.spec.replicas`, `.metadata.labels.a\.b`, `.items[0]`, `.c[?(@.type=="Ready")].status`, `['key']`, `[*]`,
 * `[1:3]` or `..name`. Undefined if invalid.
 */
export function compileJsonPath(text: string): JsonPath | undefined {
  const steps = new PathParser(text).parse()
  return (
    steps && {
      find: (value) =>
        steps.reduce<unknown[]>(
          (values, step) => values.flatMap((one) => walk(one, step)).slice(0, MAX_VALUES),
          [value],
        ),
    }
  )
}

function walk(value: unknown, step: Step): unknown[] {
  switch (step.type) {
    case 'field':
      return isObject(value) && Object.hasOwn(value, step.name) ? [value[step.name]] : []
    case 'wildcard':
      return Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
    case 'descend':
      return [value, ...walk(value, { type: 'wildcard' }).flatMap((child) => walk(child, step))]
    case 'union':
      return step.of.flatMap((one) => walk(value, one))
    case 'slice':
      return Array.isArray(value) ? slice(value, step) : []
    case 'filter': {
      const items = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
      return items.filter((item) => accepts(item, step))
    }
  }
}

function slice(list: readonly unknown[], { start = 0, end, by, one }: Extract<Step, { type: 'slice' }>): unknown[] {
  const from = start < 0 ? start + list.length : start
  if (one) return from >= 0 && from < list.length ? [list[from]] : []
  const until = Math.min(end === undefined ? list.length : end < 0 ? end + list.length : end, list.length)
  const result: unknown[] = []
  for (let i = Math.max(from, 0); i < until; i += by) result.push(list[i])
  return result
}

function accepts(item: unknown, { path, operator, value, other }: Extract<Step, { type: 'filter' }>): boolean {
  const [left] = path.find(item)
  if (operator === undefined) return left !== undefined
  const right = other ? other.find(item)[0] : value
  if (left === undefined || right === undefined) return false
  if (operator === '==') return left === right
  if (operator === '!=') return left !== right
  const isNumeric = (one: unknown): one is number | bigint => typeof one === 'number' || typeof one === 'bigint'
  if (isNumeric(left) && isNumeric(right)) return compares(left, operator, right)
  return typeof left === 'string' && typeof right === 'string' && compares(left, operator, right)
}

function compares<T extends string | number | bigint>(a: T, operator: string, b: T): boolean {
  return operator === '<' ? a < b : operator === '<=' ? a <= b : operator === '>' ? a > b : a >= b
}

const NAME = /(?:[^.[\]{}()'"\s\\=<>!,?@]|\\.)+/y

class PathParser {
  private at = 0
  constructor(private readonly text: string) {}

  parse(): Step[] | undefined {
    const steps: Step[] = []
    while (this.at < this.text.length) {
      const step = this.step()
      if (!step) return undefined
      addAll(steps, step)
    }
    return steps
  }

  private step(): Step[] | undefined {
    if (this.text.startsWith('..', this.at)) {
      this.at += 2
      const name = this.text[this.at] === '[' ? [] : this.name()
      return name && [{ type: 'descend' }, ...name]
    }
    if (this.text[this.at] === '.') {
      this.at += 1
      if (this.at === this.text.length || this.text[this.at] === '[') return []
      return this.name()
    }
    return this.text[this.at] === '[' ? this.bracket() : undefined
  }

  private name(): Step[] | undefined {
    if (this.text[this.at] === '*') {
      this.at += 1
      return [{ type: 'wildcard' }]
    }
    NAME.lastIndex = this.at
    const match = NAME.exec(this.text)
    if (!match) return undefined
    this.at = NAME.lastIndex
    return [{ type: 'field', name: match[0].replace(/\\(.)/g, '$1') }]
  }

  private bracket(): Step[] | undefined {
    const end = this.closing()
    if (end === undefined) return undefined
    const inside = this.text.slice(this.at + 1, end).trim()
    this.at = end + 1
    if (inside === '*') return [{ type: 'wildcard' }]
    const condition = /^\?\((.*)\)$/s.exec(inside)
    if (condition) {
      const filter = filterOf((condition[1] ?? '').trim())
      return filter && [filter]
    }
    const parts = splitOutsideQuotes(inside).map(subscript)
    if (!parts.every((part) => part !== undefined)) return undefined
    return parts.length === 1 ? parts : [{ type: 'union', of: parts }]
  }

  /** Offset of the bracket matching the current one; quotes and nested brackets are skipped. */
  private closing(): number | undefined {
    let depth = 0
    let quote = ''
    for (let i = this.at; i < this.text.length; i += 1) {
      const char = this.text[i] ?? ''
      if (quote) {
        if (char === '\\') i += 1
        else if (char === quote) quote = ''
      } else if (char === "'" || char === '"') quote = char
      else if (char === '[') depth += 1
      else if (char === ']' && --depth === 0) return i
    }
    return undefined
  }
}

const splitOutsideQuotes = (text: string): string[] =>
  (text.match(/(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[^,'"])+/g) ?? []).map((part) => part.trim())

const QUOTED = /^(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")$/s
const unquote = (text: string): string | undefined => {
  const match = QUOTED.exec(text)
  return match ? (match[1] ?? match[2] ?? '').replace(/\\(.)/gs, '$1') : undefined
}

function subscript(text: string): Step | undefined {
  const name = unquote(text)
  if (name !== undefined) return { type: 'field', name }
  const match = /^(-?[0-9]+)?(?:(:)(-?[0-9]+)?(?::([0-9]+)?)?)?$/.exec(text)
  if (!match || text === '') return undefined
  const [, start, colon, end, by] = match
  if (!colon) return { type: 'slice', start: Number(start), by: 1, one: true }
  return {
    type: 'slice',
    ...(start !== undefined && { start: Number(start) }),
    ...(end !== undefined && { end: Number(end) }),
    by: Math.max(1, Number(by ?? 1)),
  }
}

function filterOf(text: string): Step | undefined {
  const match = /^@((?:[^'"=<>!]|'[^']*'|"[^"]*")*?)\s*(?:(==|!=|<=|>=|<|>)\s*(.+))?$/s.exec(text)
  const path = match && compileJsonPath((match[1] ?? '').trim())
  if (!match || !path) return undefined
  const [, , operator, right] = match
  if (operator === undefined || right === undefined) return { type: 'filter', path }
  const literal = literalOf(right.trim())
  if (literal !== undefined) return { type: 'filter', path, operator, value: literal }
  const other = right.trim().startsWith('@') ? compileJsonPath(right.trim().slice(1)) : undefined
  return other && { type: 'filter', path, operator, other }
}

function literalOf(text: string): unknown {
  const quoted = unquote(text)
  if (quoted !== undefined) return quoted
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : undefined
}
