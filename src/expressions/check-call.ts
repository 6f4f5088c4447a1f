import type { Node } from './ast'
import type { CheckContext } from './check-context'
import { dottedName } from './dotted-name'
import { type Overload, signatureOf } from './functions'
import { canRead } from './literal-types'
import { DYN, ERROR, INT, optionalOf, type Type } from './types'

/** A call of a function. */
export type FunctionCall = Node & { kind: 'call' }

/** Type of a call: namespaced functions first, then the operators with rules of their own, then overloads. */
export function checkCall(context: CheckContext, node: FunctionCall): Type {
  const namespace = node.target && dottedName(node.target)
  if (namespace !== undefined && !context.isLocal(namespace)) {
    const name = `${namespace}.${node.name}`
    const overloads = context.environment.overloads(name)
    if (overloads.length > 0) return apply(context, node, name, overloads, node.args)
  }
  const { name, target, args } = node
  if (name === '_[_]' || name === '_[?_]') return checkIndex(context, node, args)
  if (target && (name === 'or' || name === 'orValue')) return orElse(context, node, target, args)
  const overloads = context.environment.overloads(name).filter(({ member }) => member === (target !== undefined))
  if (overloads.length > 0) return apply(context, node, name, overloads, target ? [target, ...args] : args)
  for (const part of target ? [target, ...args] : args) context.check(part)
  const like = context.hinting ? context.environment.nearestFunction(name) : undefined
  return context.fail(node, `undeclared reference to '${name}' (in container '')`, like && `did you mean '${like}'?`)
}

function apply(
  context: CheckContext,
  node: FunctionCall,
  name: string,
  overloads: readonly Overload[],
  args: readonly Node[],
): Type {
  const types = args.map((arg) => context.check(arg))
  const result = context.inference.resultOf(overloads, types)
  if (result) {
    checkLiteral(context, name, args)
    return result
  }
  const member = overloads[0]?.member === true && node.target !== undefined
  const taken = /^[_@!-]/.test(name) ? undefined : `it takes ${overloads.slice(0, 3).map(signatureOf).join(', ')}`
  return context.noOverload(node, name, member ? types.slice(1) : types, member ? types[0] : undefined, taken)
}

/** Reports an invalid pattern, time or duration in a literal argument. */
function checkLiteral(context: CheckContext, name: string, args: readonly Node[]): void {
  const last = args.at(-1)
  if (!context.environment.checkedLiterals || last?.kind !== 'literal' || typeof last.value !== 'string') return
  if (!canRead(name, last.value)) context.fail(last, `invalid ${name} argument`)
}

/** Type of `a[b]` and `a[?b]`. */
function checkIndex(context: CheckContext, node: FunctionCall, [collection, key]: readonly Node[]): Type {
  if (!collection || !key) return ERROR
  const given = context.inference.resolvedPart(context.check(collection))
  const type = given.kind === 'optional' ? context.inference.resolvedPart(given.value) : given
  const keyType = context.check(key)
  const wrap = (item: Type): Type => (given.kind === 'optional' || node.name === '_[?_]' ? optionalOf(item) : item)
  if (type.kind === 'list' && context.inference.fits(INT, keyType)) return wrap(type.element)
  if (type.kind === 'map' && context.inference.fits(type.key, keyType)) return wrap(type.value)
  if (type.kind === 'dyn' || type.kind === 'error' || type.kind === 'parameter') return wrap(DYN)
  return context.noOverload(node, node.name, [given, keyType], undefined)
}

/** Type of `a.or(b)` and `a.orValue(b)`. */
function orElse(context: CheckContext, node: FunctionCall, target: Node, [other]: readonly Node[]): Type {
  const type = context.inference.resolvedPart(context.check(target))
  const otherType = other ? context.check(other) : ERROR
  const value = type.kind === 'optional' ? type.value : context.inference.newType()
  const wanted = node.name === 'or' ? optionalOf(value) : value
  const fits = (type.kind === 'optional' || type.kind === 'dyn') && context.inference.fits(wanted, otherType)
  return fits ? context.inference.resolvedPart(wanted) : context.noOverload(node, node.name, [otherType], type)
}
