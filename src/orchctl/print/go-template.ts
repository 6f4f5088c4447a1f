import { decodeText } from '../../machinery/base64'
import { isObject } from '../../machinery/json'
import { CommandError } from '../core/errors'
import { parseGoTemplate, TemplateMistake, type Pipe, type TemplateNode, type Term } from './go-template-parser'
import { printValue } from './go-value'
import { byText, quote, sortedEntries } from './json-text'

const NO_VALUE = '<no value>'
class LoopEnd extends Error {
  constructor(readonly kind: 'break' | 'continue') {
    super(kind)
  }
}

/** The common part of Go's templates over JSON values: fields, variables, pipelines, if, with, range, and the usual functions. */
export class GoTemplate {
  private readonly nodes: readonly TemplateNode[]
  private readonly defined = new Map<string, readonly TemplateNode[]>()

  /** @throws CommandError for what is no template */
  constructor(private readonly text: string) {
    this.nodes = this.parsed(() => parseGoTemplate(text))
    for (const node of this.nodes) if (node.type === 'define') this.defined.set(node.name, node.body)
  }

  /** @throws CommandError when the template can't be carried out for this value */
  print(value: unknown): string {
    return this.parsed(() => this.run(this.nodes, value, [new Map([['$', value]])]))
  }

  /** What is undefined comes to light in a run; it is told as what it is, a mistake of the text. */
  private parsed<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof TemplateMistake)) throw error
      throw new CommandError(`error parsing template ${this.text}, template: output:1: ${error.message}`)
    }
  }

  private run(nodes: readonly TemplateNode[], dot: unknown, outer: readonly Map<string, unknown>[]): string {
    const scope = [...outer, new Map<string, unknown>()]
    let out = ''
    for (const node of nodes) out += this.one(node, dot, scope)
    return out
  }

  private one(node: TemplateNode, dot: unknown, scope: readonly Map<string, unknown>[]): string {
    switch (node.type) {
      case 'text':
        return node.text
      case 'define':
        return ''
      case 'break':
      case 'continue':
        throw new LoopEnd(node.type)
      case 'template': {
        const body = this.defined.get(node.name)
        if (!body) throw new CommandError(`template ${JSON.stringify(node.name)} not defined`)
        const value = node.pipe ? this.pipe(node.pipe, dot, scope) : null
        return this.run(body, value, [new Map([['$', value]])])
      }
      case 'print': {
        const value = this.pipe(node.pipe, dot, scope)
        return node.pipe.declared.length > 0 ? '' : value === undefined || value === null ? NO_VALUE : printValue(value)
      }
      case 'range':
        return this.range(node, dot, scope)
      default: {
        const inner = [...scope, new Map<string, unknown>()]
        const value = this.pipe(node.pipe, dot, inner)
        if (!isTrue(value)) return this.run(node.other, dot, inner)
        return this.run(node.body, node.type === 'with' ? value : dot, inner)
      }
    }
  }

  private range(
    node: TemplateNode & { type: 'if' | 'with' | 'range' },
    dot: unknown,
    scope: readonly Map<string, unknown>[],
  ): string {
    const value = this.pipe({ ...node.pipe, declared: [] }, dot, scope)
    const items: [unknown, unknown][] = Array.isArray(value)
      ? value.map((item: unknown, i) => [i, item])
      : isObject(value)
        ? sortedEntries(value)
        : []
    if (items.length === 0) {
      if (value !== undefined && value !== null && typeof value !== 'object')
        throw new CommandError(`range can't iterate over ${printValue(value)}`)
      return this.run(node.other, dot, scope)
    }
    const [first, second] = node.pipe.declared
    let out = ''
    for (const [key, item] of items) {
      const variables = new Map<string, unknown>()
      if (second !== undefined) variables.set(first ?? '', key).set(second, item)
      else if (first !== undefined) variables.set(first, item)
      try {
        out += this.run(node.body, item, [...scope, variables])
      } catch (error) {
        if (!(error instanceof LoopEnd)) throw error
        if (error.kind === 'break') break
      }
    }
    return out
  }

  private pipe(pipe: Pipe, dot: unknown, scope: readonly Map<string, unknown>[]): unknown {
    let value: unknown
    pipe.commands.forEach((command, at) => {
      value = this.command(command, dot, scope, at > 0 ? [value] : [])
    })
    for (const name of pipe.declared) {
      const owner = pipe.assigned ? scope.findLast((variables) => variables.has(name)) : scope.at(-1)
      if (!owner) throw new TemplateMistake(`undefined variable ${JSON.stringify(name)}`)
      owner.set(name, value)
    }
    return value
  }

  private command(
    terms: readonly Term[],
    dot: unknown,
    scope: readonly Map<string, unknown>[],
    piped: readonly unknown[],
  ): unknown {
    const [head, ...rest] = terms
    if (!head) throw new TemplateMistake('missing value for command')
    if (head.type !== 'function') return this.term(head, dot, scope)
    if (head.name === 'and' || head.name === 'or') {
      let value: unknown
      for (const term of rest) {
        value = this.term(term, dot, scope)
        if (isTrue(value) === (head.name === 'or')) return value
      }
      return piped.length > 0 ? piped[0] : value
    }
    return call(head.name, [...rest.map((term) => this.term(term, dot, scope)), ...piped])
  }

  private term(term: Term, dot: unknown, scope: readonly Map<string, unknown>[]): unknown {
    switch (term.type) {
      case 'constant':
        return term.value
      case 'dot':
        return members(dot, term.fields)
      case 'group':
        return members(this.pipe(term.pipe, dot, scope), term.fields)
      case 'variable': {
        const owner = scope.findLast((variables) => variables.has(term.name))
        if (!owner) throw new TemplateMistake(`undefined variable ${JSON.stringify(term.name)}`)
        return members(owner.get(term.name), term.fields)
      }
      default:
        return call(term.name, [])
    }
  }
}

function members(value: unknown, fields: readonly string[]): unknown {
  let found = value
  for (const field of fields) {
    // What is missing has no fields either; only what is null refuses them.
    if (found === undefined) return undefined
    if (found === null) throw new CommandError(`nil pointer evaluating interface {}.${field}`)
    if (!isObject(found)) throw new CommandError(`can't evaluate field ${field} in type interface {}`)
    found = found[field]
  }
  return found
}

function isTrue(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  return isObject(value) ? Object.keys(value).length > 0 : true
}

const order = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : byText(printValue(a), printValue(b))

const FUNCTIONS: Readonly<Record<string, (args: readonly unknown[]) => unknown>> = {
  len: ([value]) =>
    typeof value === 'string' || Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0,
  index: ([value, ...keys]) => keys.reduce(indexed, value),
  slice: ([value, from, to]) =>
    typeof value === 'string' || Array.isArray(value)
      ? value.slice(Number(from ?? 0), to === undefined ? undefined : Number(to))
      : value,
  not: ([value]) => !isTrue(value),
  eq: ([first, ...others]) => others.some((other) => first === other),
  ne: ([a, b]) => a !== b,
  lt: ([a, b]) => order(a, b) < 0,
  le: ([a, b]) => order(a, b) <= 0,
  gt: ([a, b]) => order(a, b) > 0,
  ge: ([a, b]) => order(a, b) >= 0,
  print: (args) => args.map(printValue).join(''),
  println: (args) => `${args.map(printValue).join(' ')}\n`,
  printf: ([form, ...args]) => format(printValue(form), args),
  urlquery: (args) => encodeURIComponent(args.map(printValue).join('')).replaceAll('%20', '+'),
  html: (args) =>
    args
      .map(printValue)
      .join('')
      .replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`),
  js: (args) => quote(args.map(printValue).join('')).slice(1, -1),
  base64decode: ([text]) => decodeText(printValue(text)),
  exists: ([value, ...keys]) => keys.reduce(indexed, value) !== undefined,
}

function indexed(value: unknown, key: unknown): unknown {
  if (Array.isArray(value)) {
    const list: unknown[] = value
    const at = Number(key)
    if (!(at >= 0 && at < list.length)) throw new CommandError(`error calling index: index out of range: ${at}`)
    return list[at]
  }
  return isObject(value) && typeof key === 'string' ? value[key] : undefined
}

function call(name: string, args: readonly unknown[]): unknown {
  const run = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
  if (!run) throw new TemplateMistake(`function ${JSON.stringify(name)} not defined`)
  return run(args)
}

/** `printf`'s verbs for texts, numbers, truth and any value, with width and sign. */
function format(form: string, args: readonly unknown[]): string {
  let next = 0
  return form.replace(
    /%([-+0 ]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])/g,
    (_all, flags: string, width = '', digits = '', verb: string) => {
      if (verb === '%') return '%'
      const value = args[next++]
      const text =
        verb === 'q'
          ? quote(printValue(value))
          : verb === 'f'
            ? Number(value).toFixed(Number(digits || 6))
            : verb === 'x'
              ? Number(value).toString(16)
              : printValue(value)
      const size = Number(width || 0)
      return flags.includes('-') ? text.padEnd(size) : text.padStart(size, flags.includes('0') ? '0' : ' ')
    },
  )
}
