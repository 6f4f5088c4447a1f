import { EvaluationError } from '../expression-error'
import { overload, type Library } from '../functions'
import { isList, MapValue, OptionalValue, sizeOf, Unsigned, type Value } from '../values'

const isZero = (value: Value): boolean =>
  value === null ||
  value === false ||
  value === 0 ||
  value === 0n ||
  value === '' ||
  (value instanceof Unsigned && value.value === 0n) ||
  ((isList(value) || value instanceof MapValue || value instanceof Uint8Array) && sizeOf(value) === 0)

const valueOf = ({ value }: OptionalValue): Value => {
  if (value === undefined) throw new EvaluationError('optional.none() dereference')
  return value
}

/** Functions on optional values. */
export const OPTIONALS: Library = [
  overload('optional.of(A) optional(A)', (value: Value) => new OptionalValue(value)),
  overload('optional.ofNonZeroValue(A) optional(A)', (value: Value) =>
    isZero(value) ? OptionalValue.none : new OptionalValue(value),
  ),
  overload('optional.none() optional(A)', () => OptionalValue.none),
  overload('optional(A)::hasValue() bool', ({ value }: OptionalValue) => value !== undefined),
  overload('optional(A)::value() A', valueOf),
  overload('list(optional(A))::unwrapOpt() list(A)', unwrap),
  overload('optional.unwrap(list(optional(A))) list(A)', unwrap),
  overload('list(A)::first() optional(A)', (list: Value[]) => optionalItem(list, 0)),
  overload('list(A)::last() optional(A)', (list: Value[]) => optionalItem(list, list.length - 1)),
]
function unwrap(list: readonly Value[]): Value[] {
  return list.flatMap((one) => (one instanceof OptionalValue && one.value !== undefined ? [one.value] : []))
}
const optionalItem = (list: readonly Value[], at: number): OptionalValue => {
  const item = list[at]
  return item === undefined ? OptionalValue.none : new OptionalValue(item)
}
