import type { Overload } from './functions'
import { Trail } from './trail'
import { DYN, showType, substituteNames, type Type } from './types'
import { isAssignable, joinedType, substitute } from './unify'

/** Types that may be made of types that are found later. */
const COMPOUND: Readonly<Partial<Record<Type['kind'], true>>> = {
  list: true,
  map: true,
  optional: true,
  type: true,
  parameter: true,
}

/** Whether a type may be made of types that are found later. */
export const isCompound = ({ kind }: Type): boolean => COMPOUND[kind] === true

/** What is found out about types while the parts of an expression are read. */
export class Inference {
  private readonly known = new Trail()
  private fresh = 0

  /** The type with all that is known by now; what is still open is `dyn`. */
  resolved(type: Type): Type {
    return substitute(type, this.known, true)
  }
  /** The type with what is known by now; what is still open may be found later. */
  resolvedPart(type: Type): Type {
    return substitute(type, this.known, false)
  }
  /** A type of which nothing is known. */
  newType(): Type {
    this.fresh += 1
    return { kind: 'parameter', name: `_var${this.fresh}` }
  }
  /** Whether something of type `given` can stand where `wanted` is asked for. What that says of open types is known from now on. */
  fits(wanted: Type, given: Type): boolean {
    return isAssignable(wanted, given, this.known)
  }
  /** The type that two things have in common. */
  joined(a: Type, b: Type): Type {
    return joinedType(a, b, this.known)
  }

  /** What the overloads that take arguments of these types return: `dyn` where they differ, undefined where none takes them. */
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
        this.known.back(mark)
        continue
      }
      const type = this.resolvedPart(substituteNames(one.result, suffix))
      result = result === undefined || showType(result) === showType(type) ? type : DYN
    }
    return result
  }
}

/** Whether an overload takes two of any one type, such as `==`, and is given two of a type that nothing is found out about. */
function takesTwoOfOne({ parameters, result }: Overload, [left, right]: readonly Type[]): boolean {
  const [a, b] = parameters
  if (!left || left !== right || isCompound(left) || isCompound(result) || parameters.length !== 2) return false
  return a?.kind === 'parameter' && b?.kind === 'parameter' && a.name === b.name
}
