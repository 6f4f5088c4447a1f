import { DYN, optionalOf, type Type, typeOfType, listOf, mapOf } from './types'

/** Bindings of type parameters inferred during checking. */
export type Substitution = Map<string, Type>

const isAny = ({ kind }: Type): boolean => kind === 'dyn' || kind === 'error'
/** Type kinds that null is assignable to. */
const NULLABLE = new Set(['null', 'object', 'timestamp', 'duration', 'opaque', 'optional'])

/** Component types of a type. */
function argumentsOf(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'list':
      return [type.element]
    case 'map':
      return [type.key, type.value]
    case 'optional':
      return [type.value]
    default:
      return []
  }
}

/** Whether two types are equal, including their parameters. */
export function sameType(a: Type, b: Type): boolean {
  if (a.kind !== b.kind) return false
  if ('name' in a && 'name' in b && a.name !== b.name) return false
  const others = argumentsOf(b)
  return argumentsOf(a).every((one, i) => sameType(one, others[i] ?? DYN))
}

/** Whether type `from` is assignable to `to`; binds parameters of both. */
export function isAssignable(to: Type, from: Type, known: Substitution): boolean {
  if (from.kind === 'parameter') {
    const answer = substitutes(to, from, known)
    if (answer !== undefined) return answer
  }
  if (to.kind === 'parameter') return substitutes(from, to, known) ?? false
  if (isAny(to) || isAny(from)) return true
  if (to.kind === 'null') return NULLABLE.has(from.kind)
  if (from.kind === 'null') return NULLABLE.has(to.kind)
  if (to.kind !== from.kind) return false
  if ('name' in to && 'name' in from && to.name !== from.name) return false
  const others = argumentsOf(from)
  return argumentsOf(to).every((one, i) => isAssignable(one, others[i] ?? DYN, known))
}

/** Undefined if the parameter would be bound to a type that contains it. */
function substitutes(type: Type, parameter: Type & { kind: 'parameter' }, known: Substitution): boolean | undefined {
  if (sameType(type, parameter)) return true
  const bound = known.get(parameter.name)
  if (bound) {
    if (sameType(type, bound)) return true
    if (!isAssignable(type, bound, known)) return false
    known.set(parameter.name, isMoreGeneral(type, bound) ? type : bound)
    return true
  }
  if (mentions(type, parameter.name, known)) return undefined
  known.set(parameter.name, type)
  return true
}

function mentions(type: Type, name: string, known: Substitution): boolean {
  if (type.kind === 'parameter') {
    if (type.name === name) return true
    const bound = known.get(type.name)
    return bound !== undefined && mentions(bound, name, known)
  }
  return argumentsOf(type).some((one) => mentions(one, name, known))
}

function isMoreGeneral(a: Type, b: Type): boolean {
  if (isAny(a) || a.kind === 'parameter') return true
  if (isAny(b) || b.kind === 'parameter') return false
  if (b.kind === 'null') return true
  if (a.kind !== b.kind) return false
  const others = argumentsOf(b)
  return argumentsOf(a).every((one, i) => isMoreGeneral(one, others[i] ?? DYN))
}

/** The common supertype: one of the two, or dyn. */
export function joinedType(a: Type, b: Type, known: Substitution): Type {
  if (isAny(a)) return a
  if (isAny(b)) return b
  return isAssignable(a, b, known) ? (isMoreGeneral(a, b) ? a : b) : DYN
}

/** Replaces known type parameters; unknown ones stay, or become dyn. */
export function substitute(type: Type, known: Substitution, unknownToDyn: boolean): Type {
  const inner = (one: Type): Type => substitute(one, known, unknownToDyn)
  switch (type.kind) {
    case 'parameter': {
      const bound = known.get(type.name)
      return bound ? inner(bound) : unknownToDyn ? DYN : type
    }
    case 'list':
      return listOf(inner(type.element))
    case 'map':
      return mapOf(inner(type.key), inner(type.value))
    case 'optional':
      return optionalOf(inner(type.value))
    case 'type':
      return typeOfType(inner(type.of))
    default:
      return type
  }
}
