import type { Node } from './ast'
import type { Environment } from './environment'
import { type Issue, nearest, type Span } from './expression-error'
import { Inference } from './inference'
import { ERROR, showType, type Type, typeOfType } from './types'

/** Types of the names declared around an expression. */
export type Scope = ReadonlyMap<string, Type>

/** A place in the source; `mark` is where an error is shown if that isn't its start. */
type Place = Span & { readonly mark?: number }

/** Hints are computed only for the first few errors: looking for them takes time. */
const MOST_HINTS = 20

/** What every rule of the type checker needs: the names in scope, inference, and the list of errors. */
export abstract class CheckContext {
  readonly issues: Issue[] = []
  readonly inference = new Inference()

  constructor(
    readonly environment: Environment,
    private scope: Scope,
  ) {}

  /** Checks a subexpression. Returns its type, or the error type after reporting why it has none. */
  abstract check(node: Node): Type

  /** Reports an error. Returns the error type, which fits everything, so that it causes no further errors. */
  fail({ mark, start: from, end }: Place, message: string, hint?: string): Type {
    const start = mark ?? from
    this.issues.push({ message, start, end, ...(hint !== undefined && { hint }) })
    return ERROR
  }
  /** Checks a subexpression that must have a certain type. */
  expect(node: Node, wanted: Type): void {
    const type = this.check(node)
    if (!this.inference.fits(wanted, type))
      this.fail(node, `expected type '${showType(wanted)}' but found '${showType(this.inference.resolved(type))}'`)
  }
  /** Reports that no overload of a function or operator takes arguments of these types. */
  noOverload(at: Place, name: string, types: readonly Type[], target: Type | undefined, hint?: string): Type {
    const args = types.map((type) => showType(this.inference.resolved(type))).join(', ')
    const shown = target ? `${showType(this.inference.resolved(target))}.(${args})` : `(${args})`
    return this.fail(at, `found no matching overload for '${name}' applied to '${shown}'`, hint)
  }

  /** Runs `read` with more names in scope. */
  within<T>(names: readonly (readonly [string, Type])[], read: () => T): T {
    const outer = this.scope
    this.scope = new Map([...outer, ...names])
    const result = read()
    this.scope = outer
    return result
  }
  /** True if the first part of a dotted name is a variable of the expression itself. */
  isLocal(name: string): boolean {
    return this.scope.has(name.split('.', 1)[0] ?? '')
  }
  /** Type of a name in scope or of the environment; undefined if neither declares it. */
  named(name: string): Type | undefined {
    const local = this.scope.get(name)
    if (local) return local
    const variable = this.environment.variable(name)
    if (variable !== undefined) return this.environment.variables.get(variable)
    const type = this.environment.typeNamed(name)
    return type && typeOfType(type.type)
  }
  undeclared(at: Span, name: string): Type {
    const like =
      this.hinting && name.length > 1
        ? nearest(name, [...this.scope.keys(), ...this.environment.variables.keys()])
        : undefined
    return this.fail(at, `undeclared reference to '${name}' (in container '')`, like && `did you mean '${like}'?`)
  }
  /** False once so many errors were reported that looking for hints costs too much. */
  get hinting(): boolean {
    return this.issues.length < MOST_HINTS
  }
}
