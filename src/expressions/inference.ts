import type { Overload } from './functions'
import { TypeBindings } from './type-bindings'
import { DYN, showType, substituteNames, type Type } from './types'
import { isAssignable, joinedType, substitute } from './unify'

/** Type kinds that may contain type variables. */
const COMPOUND: Readonly<Partial<Record<Type['kind'], true>>> = {
  list: true,
  map: true,
  optional: true,
  type: true,
  parameter: true,
}

/** Whether a type may contain type variables. */
export const isCompound = ({ kind }: Type): boolean => COMPOUND[kind] === true

/** Type inference state for one expression. */
export class Inference {
  private readonly known = new TypeBindings()
  private fresh = 0

  /** The type with all inferred parameters filled in; unresolved ones become `dyn`. */
  resolved(type: Type): Type {
    return substitute(type, this.known, true)
  }
  /** The type with inferred parameters filled in; unresolved ones stay open. */
  resolvedPart(type: Type): Type {
    return substitute(type, this.known, false)
  }
  /** A fresh type variable. */
  newType(): Type {
    this.fresh += 1
    return { kind: 'parameter', name: `_var${this.fresh}` }
  }
  /** Whether a value of type `given` is assignable to `wanted`. Binds type variables accordingly. */
  fits(wanted: Type, given: Type): boolean {
    return isAssignable(wanted, given, this.known)
  }
  /** The common type of two types. */
  joined(a: Type, b: Type): Type {
    return joinedType(a, b, this.known)
  }

  /** Result type of the overloads that accept these argument types: `dyn` if they differ, undefined if none matches. */
  resultOf(overloads: readonly Overload[], types: readonly Type[]): Type | undefined {
    let result: Type | undefined
    for (const one of overloads) {
      if (one.parameters.length !== types.length) continue
      if (takesTwoOfOne(one, types)) {
        result = result === undefined || showType(result) === showType(one.result) ? one.result : DYN
        continue
      }
      this.fresh += 1
      const suffix = `_${this.fresh}`
      const mark = this.known.mark()
      if (
        !one.parameters.every((type, i) => isAssignable(substituteNames(type, suffix), types[i] ?? DYN, this.known))
      ) {
        this.known.rollback(mark)
        continue
      }
      const type = this.resolvedPart(substituteNames(one.result, suffix))
      result = result === undefined || showType(result) === showType(type) ? type : DYN
    }
    return result
  }
}

/** Whether an overload takes two values of one arbitrary type, such as `==`, and both are of the same unresolved type. */
function takesTwoOfOne({ parameters, result }: Overload, [left, right]: readonly Type[]): boolean {
  const [a, b] = parameters
  if (!left || left !== right || isCompound(left) || isCompound(result) || parameters.length !== 2) return false
  return a?.kind === 'parameter' && b?.kind === 'parameter' && a.name === b.name
}
