import type { Node } from './ast'
import { type FunctionCall, checkCall } from './check-call'
import { CheckContext, type Scope } from './check-context'
import { checkFormat } from './check-format'
import { checkLoop, checkOptionalMap } from './check-macros'
import { dottedName } from './dotted-name'
import type { Environment } from './environment'
import { type Issue, nearest } from './expression-error'
import { isCompound } from './inference'
import { literalType } from './literal-types'
import { isReserved } from './reserved-words'
import { missingSyntax } from './missing-syntax'
import { BOOL, DYN, isTooLarge, listOf, mapOf, optionalOf, showType, type Type } from './types'

/** Result of type checking: the type of each node by id, and errors. */
export interface CheckResult {
  readonly type: Type
  readonly types: ReadonlyMap<number, Type>
  readonly issues: readonly Issue[]
}

const NO_NAMES: Scope = new Map()

/** Type-checks an expression. `scope` has the names declared around it. */
export function check(node: Node, environment: Environment, scope: Scope = NO_NAMES): CheckResult {
  const checker = new Checker(environment, scope)
  const type = checker.inference.resolved(checker.check(node))
  const types = checker.finish()
  for (const call of checker.formats) checkFormat(checker, call, types)
  return { type, types, issues: checker.issues }
}

class Checker extends CheckContext {
  private readonly types = new Map<number, Type>()

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

  /** How many calls of `format` are around: within them, lists and maps may mix types. */
  private formatting = 0
  /** Calls of `format`, to be checked when all types are known. */
  readonly formats: FunctionCall[] = []

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
        return node.name === 'format' && node.target ? this.formatCall(node) : checkCall(this, node)
      case 'logic':
        for (const arg of node.args) this.operand(arg)
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
        return checkOptionalMap(this, node)
      case 'loop':
        return checkLoop(this, node)
    }
  }

  private formatCall(node: FunctionCall): Type {
    this.formats.push(node)
    this.formatting += 1
    const type = checkCall(this, node)
    this.formatting -= 1
    return type
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
        const escaped = isReserved(field) ? `__${field}__` : undefined
        const reserved = escaped === undefined ? undefined : operand.field(escaped)
        const type = operand.field(field) ?? (this.environment.reservedFields ? reserved : undefined)
        if (type) return type
        const like = reserved ? escaped : nearest(field, operand.names())
        return this.fail(at, `undefined field '${field}'`, like && `did you mean '${like}'?`)
      }
      default:
        return this.fail(at, `type '${showType(operand)}' does not support field selection`)
    }
  }

  private construct(node: Node & { kind: 'object' }): Type {
    const made = this.environment.constructedType(node.name)
    for (const { field, value, optional, colon } of node.entries) {
      const given = this.item(value, optional)
      if (!made) continue
      const wanted = made.field(field)
      if (!wanted) {
        const like = nearest(field, made.names())
        const what = `expected type of field '${field}' is '' but provided type is '${showType(this.inference.resolved(given))}'`
        this.fail(colon, what, like && `did you mean '${like}'?`)
      } else if (!this.inference.fits(wanted, given))
        this.fail(
          colon,
          `expected type of field '${field}' is '${showType(wanted)}' but provided type is '${showType(this.inference.resolved(given))}'`,
        )
    }
    return made ?? this.fail(node.brace, `undeclared reference to '${node.name}' (in container '')`)
  }

  private operand(arg: Node): void {
    const type = this.check(arg)
    if (this.inference.fits(BOOL, type)) return
    this.fail(arg, `expected type 'bool' but found '${showType(this.inference.resolved(type))}'`)
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
      if (node && type && this.environment.homogeneous && this.formatting === 0 && !this.inference.fits(type, one))
        return this.fail(
          node,
          `expected type '${showType(this.inference.resolved(type))}' but found '${showType(this.inference.resolved(one))}'`,
        )
      type = type ? this.inference.joined(type, one) : one
    }
    return type ?? this.inference.newType()
  }
}
