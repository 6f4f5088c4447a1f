import { EvaluationError } from '../expression-error'
import { overload, type Library } from '../functions'
import { Duration, isList, MapValue, OptionalValue, sizeOf, Timestamp, Unsigned, type Value } from '../values'

/** Midnight of 1 January of the year 1 in nanoseconds since 1970: the zero value of times. */
const FIRST_MOMENT = -62_135_596_800_000_000_000n

const isZero = (value: Value): boolean =>
  value === null ||
  value === false ||
  value === 0 ||
  value === 0n ||
  value === '' ||
  (value instanceof Unsigned && value.value === 0n) ||
  (value instanceof Duration && value.ns === 0n) ||
  (value instanceof Timestamp && value.ns === FIRST_MOMENT) ||
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
