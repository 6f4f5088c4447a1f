import type { Invocation, Pipe, SourcePlace, TemplateNode, Term } from './go-template-nodes'
import { call, isTrue } from './go-template-functions'
import { printValue } from './go-value'
import { TemplateFailure, TemplateMistake, TemplateStopped } from './go-template-errors'
import { isNothing, entriesOf, members } from './go-template-values'

type Scope = readonly Map<string, unknown>[]

type Branch = TemplateNode & { type: 'if' | 'with' | 'range' }

const NO_VALUE = '<no value>'

/** Thrown by `break` and `continue`, caught by the enclosing range. */
class LoopEnd extends Error {
  constructor(readonly kind: 'break' | 'continue') {
    super(kind)
  }
}

/** One execution of a template on a value. A `define` in it adds a template that `template` can call. */
export class GoTemplateRun {
  private out = ''
  /** The name of the running template; the templates that it defines have their own. */
  private name = 'output'
  private readonly defined = new Map<string, readonly TemplateNode[]>()

  constructor(
    private readonly text: string,
    private readonly nodes: readonly TemplateNode[],
  ) {
    for (const node of nodes) if (node.type === 'define') this.defined.set(node.name, node.body)
  }

  /**
   * The template's output.
   * @throws TemplateStopped if it fails on the value
   * @throws TemplateMistake if it uses an undefined name
   */
  print(value: unknown): string {
    this.all(this.nodes, value, [new Map([['$', value]])])
    return this.out
  }

  private all(nodes: readonly TemplateNode[], dot: unknown, outer: Scope): void {
    const scope = [...outer, new Map<string, unknown>()]
    for (const node of nodes) this.one(node, dot, scope)
  }

  private one(node: TemplateNode, dot: unknown, scope: Scope): void {
    switch (node.type) {
      case 'text':
        this.out += node.text
        return
      case 'define':
        return
      case 'break':
      case 'continue':
        throw new LoopEnd(node.type)
      case 'template':
        this.template(node, dot, scope)
        return
      case 'print': {
        const value = this.pipe(node.pipe, dot, scope)
        if (node.pipe.declared.length === 0) this.out += isNothing(value) ? NO_VALUE : printValue(value)
        return
      }
      case 'range':
        this.range(node, dot, scope)
        return
      default: {
        const inner = [...scope, new Map<string, unknown>()]
        const value = this.pipe(node.pipe, dot, inner)
        if (!isTrue(value)) this.all(node.other, dot, inner)
        else this.all(node.body, node.type === 'with' ? value : dot, inner)
      }
    }
  }

  private template(node: TemplateNode & { type: 'template' }, dot: unknown, scope: Scope): void {
    const body = this.defined.get(node.name)
    if (!body) throw this.stopped(node, `template ${JSON.stringify(node.name)} not defined`)
    const value = node.pipe ? this.pipe(node.pipe, dot, scope) : null
    const caller = this.name
    this.name = node.name
    this.all(body, value, [new Map([['$', value]])])
    this.name = caller
  }

  private range(node: Branch, dot: unknown, scope: Scope): void {
    const value = this.pipe({ ...node.pipe, declared: [] }, dot, scope)
    const items = entriesOf(value)
    if (!items) {
      const last = node.pipe.commands.at(-1)
      throw this.stopped(last?.terms.at(-1) ?? { at: 0, source: '' }, `range can't iterate over ${printValue(value)}`)
    }
    if (items.length === 0) {
      this.all(node.other, dot, scope)
      return
    }
    const [first, second] = node.pipe.declared
    for (const [key, item] of items) {
      const variables = new Map<string, unknown>()
      if (second !== undefined) variables.set(first ?? '', key).set(second, item)
      else if (first !== undefined) variables.set(first, item)
      try {
        this.all(node.body, item, [...scope, variables])
      } catch (error) {
        if (!(error instanceof LoopEnd)) throw error
        if (error.kind === 'break') break
      }
    }
  }

  private pipe(pipe: Pipe, dot: unknown, scope: Scope): unknown {
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

  private command(command: Invocation, dot: unknown, scope: Scope, piped: readonly unknown[]): unknown {
    const [head, ...rest] = command.terms
    if (!head) throw new TemplateMistake('missing value for command')
    if (head.type === 'function') return this.call(command, head.name, rest, dot, scope, piped)
    const given = rest.length + piped.length
    if (given > 0) throw this.stopped(head, withArguments(head))
    if (head.type === 'constant' && head.value === null) throw this.stopped(head, 'nil is not a command')
    return this.term(head, dot, scope)
  }

  private call(
    place: SourcePlace,
    name: string,
    terms: readonly Term[],
    dot: unknown,
    scope: Scope,
    piped: readonly unknown[],
  ): unknown {
    return this.placed(place, () => {
      if ((name !== 'and' && name !== 'or') || terms.length + piped.length === 0)
        return call(name, [...terms.map((term) => this.term(term, dot, scope)), ...piped], terms[0]?.source)
      let value: unknown
      for (const term of terms) {
        value = this.term(term, dot, scope)
        if (isTrue(value) === (name === 'or')) return value
      }
      return piped.length > 0 ? piped[0] : value
    })
  }

  private term(term: Term, dot: unknown, scope: Scope): unknown {
    switch (term.type) {
      case 'constant':
        return term.value
      case 'dot':
        return this.placed(term, () => members(dot, term.fields))
      case 'group': {
        const value = this.pipe(term.pipe, dot, scope)
        return this.placed(term, () => members(value, term.fields))
      }
      case 'variable': {
        const owner = scope.findLast((variables) => variables.has(term.name))
        if (!owner) throw new TemplateMistake(`undefined variable ${JSON.stringify(term.name)}`)
        return this.placed(term, () => members(owner.get(term.name), term.fields))
      }
      default:
        return this.call(term, term.name, [], dot, scope, [])
    }
  }

  /** Adds the position in the template to a failure. */
  private placed<T>(place: SourcePlace, work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw error instanceof TemplateFailure ? this.stopped(place, error.message) : error
    }
  }

  private stopped({ at, source }: SourcePlace, message: string): TemplateStopped {
    const before = this.text.slice(0, at)
    const line = before.split('\n').length
    const column = at - (before.lastIndexOf('\n') + 1)
    return new TemplateStopped(
      `template: output:${line}:${column}: executing ${JSON.stringify(this.name)} at <${source}>: ${message}`,
      this.out,
    )
  }
}

function withArguments(head: Term): string {
  const name = head.type === 'dot' || head.type === 'variable' ? head.fields.at(-1) : undefined
  return name === undefined
    ? `can't give argument to non-function ${head.source}`
    : `${name} is not a method but has arguments`
}
