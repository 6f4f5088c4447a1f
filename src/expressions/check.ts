import type { Loop, Node } from './ast'
import type { Environment } from './environment'
import { type Issue, nearest, type Span } from './expression-error'
import { type Overload, signatureOf } from './functions'
import { Inference, isCompound } from './inference'
import { canRead, literalType } from './literal-types'
import { missingSyntax } from './missing-syntax'
import { dottedName } from './dotted-name'
import { BOOL, DYN, ERROR, INT, isTooLarge, listOf, mapOf, optionalOf, showType, type Type, typeOfType } from './types'

/** Result of type checking: the type of each node by id, and errors. */
export interface CheckResult {
  readonly type: Type
  readonly types: ReadonlyMap<number, Type>
  readonly issues: readonly Issue[]
}

type Scope = ReadonlyMap<string, Type>
const NO_NAMES: Scope = new Map()

/** Type-checks an expression. `scope` has the names declared around it. */
export function check(node: Node, environment: Environment, scope: Scope = NO_NAMES): CheckResult {
  const checker = new Checker(environment, scope)
  const type = checker.inference.resolved(checker.check(node))
  return { type, types: checker.finish(), issues: checker.issues }
}

/** Hints are computed only for the first few errors: looking for them takes time. */
const MOST_HINTS = 20

class Checker {
  readonly issues: Issue[] = []
  readonly inference = new Inference()
  private readonly types = new Map<number, Type>()

  constructor(
    private readonly environment: Environment,
    private scope: Scope,
  ) {}

  finish(): ReadonlyMap<number, Type> {
    for (const [id, type] of this.types) if (isCompound(type)) this.types.set(id, this.inference.resolved(type))
    return this.types
  }

  check(node: Node): Type {
    const found = node.kind === 'literal' ? literalType(node.value) : this.typeOf(node)
    const type =
      isCompound(found) && isTooLarge(found) ? this.fail(node, 'the type of the expression is too large') : found
    this.types.set(node.id, type)
    return type
  }

  private fail({ mark, start: from, end }: Span & { readonly mark?: number }, message: string, hint?: string): Type {
    const start = mark ?? from
    this.issues.push({ message, start, end, ...(hint !== undefined && { hint }) })
    return ERROR
  }
  private expect(node: Node, wanted: Type): void {
    const type = this.check(node)
    if (!this.inference.fits(wanted, type))
      this.fail(node, `expected type '${showType(wanted)}' but found '${showType(this.inference.resolved(type))}'`)
  }
  private within<T>(names: readonly (readonly [string, Type])[], read: () => T): T {
    const outer = this.scope
    this.scope = new Map([...outer, ...names])
    const result = read()
    this.scope = outer
    return result
  }

  private typeOf(node: Node): Type {
    if (node.kind === 'literal') return literalType(node.value)
    const missing = missingSyntax(node, this.environment)
    if (missing !== undefined) return this.fail(node, missing)
    switch (node.kind) {
      case 'name':
        return this.named(node.name) ?? this.undeclared(node, node.name)
      case 'select':
        return this.select(node)
      case 'call':
        return this.call(node)
      case 'logic':
        for (const arg of node.args) this.operand(node, arg)
        return BOOL
      case 'choice':
        return this.choice(node)
      case 'list':
        return listOf(
          this.together(
            node.items.map(({ value }) => value),
            node.items.map(({ value, optional }) => this.item(value, optional)),
          ),
        )
      case 'map':
        return mapOf(
          this.together(
            node.entries.map(({ key }) => key),
            node.entries.map(({ key }) => this.check(key)),
          ),
          this.together(
            node.entries.map(({ value }) => value),
            node.entries.map(({ value, optional }) => this.item(value, optional)),
          ),
        )
      case 'object':
        return this.construct(node)
      case 'bind': {
        const type = this.check(node.value)
        return this.within([[node.name, type]], () => this.check(node.body))
      }
      case 'optionalMap':
        return this.optionalMap(node)
      case 'loop':
        return this.loop(node)
    }
  }

  private named(name: string): Type | undefined {
    const local = this.scope.get(name)
    if (local) return local
    const variable = this.environment.variable(name)
    if (variable !== undefined) return this.environment.variables.get(variable)
    const type = this.environment.typeNamed(name)
    return type && typeOfType(type.type)
  }
  private undeclared(at: Span, name: string): Type {
    const like =
      this.issues.length < MOST_HINTS && name.length > 1
        ? nearest(name, [...this.scope.keys(), ...this.environment.variables.keys()])
        : undefined
    return this.fail(at, `undeclared reference to '${name}' (in container '')`, like && `did you mean '${like}'?`)
  }

  private select(node: Node & { kind: 'select' }): Type {
    const whole = node.test ? undefined : dottedName(node)
    if (whole !== undefined && !this.isLocal(whole)) {
      const type = this.named(whole)
      if (type) return type
    }
    const operand = this.inference.resolvedPart(this.check(node.operand))
    const inner = operand.kind === 'optional' ? this.inference.resolvedPart(operand.value) : operand
    const field = this.field(inner, node)
    if (node.test) return BOOL
    return operand.kind === 'optional' || node.optional ? optionalOf(field) : field
  }
  private isLocal(name: string): boolean {
    return this.scope.has(name.split('.', 1)[0] ?? '')
  }
  private field(operand: Type, { field, end }: Node & { kind: 'select' }): Type {
    const at = { start: Math.max(0, end - field.length - 1), end }
    switch (operand.kind) {
      case 'map':
        return operand.value
      case 'dyn':
      case 'error':
        return operand
      case 'parameter':
        this.inference.fits(DYN, operand)
        return DYN
      case 'object': {
        const type = operand.field(field)
        if (type) return type
        const like = nearest(field, operand.names())
        return this.fail(at, `undefined field '${field}'`, like && `did you mean '${like}'?`)
      }
      default:
        return this.fail(at, `type '${showType(operand)}' does not support field selection`)
    }
  }

  private construct(node: Node & { kind: 'object' }): Type {
    const made = this.environment.constructedType(node.name)
    for (const { field, value, optional } of node.entries) {
      const given = this.item(value, optional)
      if (!made) continue
      const wanted = made.field(field)
      if (!wanted) {
        const like = nearest(field, made.names())
        this.fail(value, `undefined field '${field}'`, like && `did you mean '${like}'?`)
      } else if (!this.inference.fits(wanted, given))
        this.fail(
          value,
          `expected type of field '${field}' is '${showType(wanted)}' but provided type is '${showType(this.inference.resolved(given))}'`,
        )
    }
    return made ?? this.fail(node, `undeclared reference to '${node.name}' (in container '')`)
  }

  private operand(node: Node & { kind: 'logic' }, arg: Node): void {
    const type = this.check(arg)
    if (this.inference.fits(BOOL, type)) return
    const sign = node.all ? '_&&_' : '_||_'
    this.noOverload(node, sign, [BOOL, type], undefined)
  }
  private noOverload(
    at: Span & { readonly mark?: number },
    name: string,
    types: readonly Type[],
    target: Type | undefined,
    hint?: string,
  ): Type {
    const args = types.map((type) => showType(this.inference.resolved(type))).join(', ')
    const shown = target ? `${showType(this.inference.resolved(target))}.(${args})` : `(${args})`
    return this.fail(at, `found no matching overload for '${name}' applied to '${shown}'`, hint)
  }

  private choice({ test, then, otherwise, ...at }: Node & { kind: 'choice' }): Type {
    const types = [this.check(test), this.check(then), this.check(otherwise)]
    const [condition = DYN, a = DYN, b = DYN] = types
    const type = this.inference.newType()
    const fits = this.inference.fits(BOOL, condition) && this.inference.fits(type, a)
    if (!fits || !this.inference.fits(type, b)) return this.noOverload(at, '_?_:_', types, undefined)
    return this.inference.resolvedPart(type)
  }

  private item(value: Node, optional: boolean): Type {
    const type = this.inference.resolvedPart(this.check(value))
    if (!optional) return type
    if (type.kind === 'optional') return type.value
    return type.kind === 'dyn'
      ? DYN
      : this.fail(value, `expected type 'optional_type(dyn)' but found '${showType(type)}'`)
  }
  private together(nodes: readonly Node[], types: readonly Type[]): Type {
    let type: Type | undefined
    for (let i = 0; i < types.length; i += 1) {
      const [one, node] = [types[i] ?? DYN, nodes[i]]
      if (one === type && !isCompound(one)) continue
      if (node && type && this.environment.homogeneous && !this.inference.fits(type, one))
        return this.fail(
          node,
          `expected type '${showType(this.inference.resolved(type))}' but found '${showType(this.inference.resolved(one))}'`,
        )
      type = type ? this.inference.joined(type, one) : one
    }
    return type ?? this.inference.newType()
  }

  private call(node: Node & { kind: 'call' }): Type {
    const namespace = node.target && dottedName(node.target)
    if (namespace !== undefined && !this.isLocal(namespace)) {
      const name = `${namespace}.${node.name}`
      const overloads = this.environment.overloads(name)
      if (overloads.length > 0) return this.apply(node, name, overloads, node.args)
    }
    const { name, target, args } = node
    if (name === '_[_]' || name === '_[?_]') return this.index(node, args)
    if (target && (name === 'or' || name === 'orValue')) return this.orElse(node, target, args)
    const overloads = this.environment.overloads(name).filter(({ member }) => member === (target !== undefined))
    if (overloads.length > 0) return this.apply(node, name, overloads, target ? [target, ...args] : args)
    for (const part of target ? [target, ...args] : args) this.check(part)
    const like = this.issues.length < MOST_HINTS ? this.environment.nearestFunction(name) : undefined
    return this.fail(node, `undeclared reference to '${name}' (in container '')`, like && `did you mean '${like}'?`)
  }

  private apply(
    node: Node & { kind: 'call' },
    name: string,
    overloads: readonly Overload[],
    args: readonly Node[],
  ): Type {
    const types = args.map((arg) => this.check(arg))
    const result = this.inference.resultOf(overloads, types)
    if (result) {
      this.literal(name, args)
      return result
    }
    const member = overloads[0]?.member === true && node.target !== undefined
    const taken = /^[_@!-]/.test(name) ? undefined : `it takes ${overloads.slice(0, 3).map(signatureOf).join(', ')}`
    return this.noOverload(node, name, member ? types.slice(1) : types, member ? types[0] : undefined, taken)
  }

  /** Reports an invalid pattern, time or duration in a literal argument. */
  private literal(name: string, args: readonly Node[]): void {
    const last = args.at(-1)
    if (!this.environment.checkedLiterals || last?.kind !== 'literal' || typeof last.value !== 'string') return
    if (!canRead(name, last.value)) this.fail(last, `invalid ${name} argument`)
  }

  private index(node: Node & { kind: 'call' }, [collection, key]: readonly Node[]): Type {
    if (!collection || !key) return ERROR
    const given = this.inference.resolvedPart(this.check(collection))
    const type = given.kind === 'optional' ? this.inference.resolvedPart(given.value) : given
    const keyType = this.check(key)
    const wrap = (item: Type): Type => (given.kind === 'optional' || node.name === '_[?_]' ? optionalOf(item) : item)
    if (type.kind === 'list' && this.inference.fits(INT, keyType)) return wrap(type.element)
    if (type.kind === 'map' && this.inference.fits(type.key, keyType)) return wrap(type.value)
    if (type.kind === 'dyn' || type.kind === 'error' || type.kind === 'parameter') return wrap(DYN)
    return this.noOverload(node, node.name, [given, keyType], undefined)
  }

  private orElse(node: Node & { kind: 'call' }, target: Node, [other]: readonly Node[]): Type {
    const type = this.inference.resolvedPart(this.check(target))
    const otherType = other ? this.check(other) : ERROR
    const value = type.kind === 'optional' ? type.value : this.inference.newType()
    const wanted = node.name === 'or' ? optionalOf(value) : value
    const fits = (type.kind === 'optional' || type.kind === 'dyn') && this.inference.fits(wanted, otherType)
    return fits ? this.inference.resolvedPart(wanted) : this.noOverload(node, node.name, [otherType], type)
  }

  private optionalMap(node: Node & { kind: 'optionalMap' }): Type {
    const target = this.inference.resolvedPart(this.check(node.target))
    const value = target.kind === 'optional' ? target.value : DYN
    if (target.kind !== 'optional' && target.kind !== 'dyn')
      return this.noOverload(node, node.flat ? 'optFlatMap' : 'optMap', [], target)
    const body = this.within([[node.name, value]], () => this.check(node.body))
    return node.flat ? body : optionalOf(body)
  }

  private loop(node: Loop): Type {
    const range = this.inference.resolvedPart(this.check(node.range))
    const pairs = node.names.length === 2
    let types: readonly Type[] = [DYN, DYN]
    if (range.kind === 'list') types = pairs ? [INT, range.element] : [range.element]
    else if (range.kind === 'map') types = [range.key, range.value]
    else if (range.kind !== 'dyn' && range.kind !== 'error' && range.kind !== 'parameter')
      this.fail(
        node.range,
        `expression of type '${showType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
      )
    const names = node.names.map((name, i) => [name, types[i] ?? DYN] as const)
    return this.within(names, () => {
      if (node.filter) this.expect(node.filter, BOOL)
      switch (node.form) {
        case 'map':
          return listOf(this.check(node.body))
        case 'transformMap':
          return mapOf(range.kind === 'list' ? INT : (types[0] ?? DYN), this.check(node.body))
        case 'transformMapEntry':
          return this.check(node.body)
        default:
          this.expect(node.body, BOOL)
          return BOOL
      }
    })
  }
}
