import {
  addQuantities,
  compareQuantities,
  isQuantity,
  isWholeQuantity,
  parseQuantity,
  type Quantity,
  QuantityError,
  quantityCeil,
  quantityNumber,
  quantityOf,
  quantitySign,
  subtractQuantities,
} from '../../machinery/quantity'
import { EvaluationError } from '../expression-error'
import { overload, type Library } from '../functions'
import { OpaqueValue } from '../values'
import { readFirst } from './standard'

/** Steps to parse one unit of text. */
const PACE = 50
const TYPE = 'orch.Quantity'
const wrap = (value: Quantity): OpaqueValue =>
  new OpaqueValue(TYPE, value, (a, b) => compareQuantities(a as Quantity, b as Quantity) === 0)
const of = ({ data }: OpaqueValue): Quantity => data as Quantity

function parse(text: string): OpaqueValue {
  try {
    return wrap(parseQuantity(text))
  } catch (error) {
    if (error instanceof QuantityError) throw new EvaluationError(error.message)
    throw error
  }
}
/** The largest int64; larger quantities are capped to it and don't count as integers. */
const LARGEST = 2n ** 63n - 1n
const isInteger = (value: Quantity): boolean => {
  const whole = quantityCeil(value)
  return isWholeQuantity(value) && whole < LARGEST && whole > -LARGEST
}
function asInteger(value: OpaqueValue): bigint {
  if (!isInteger(of(value))) throw new EvaluationError('cannot convert value to integer')
  return quantityCeil(of(value))
}
type Arithmetic = (a: Quantity, b: Quantity) => Quantity
const arithmetic = (name: string, operation: Arithmetic): Library => [
  overload(`${TYPE}::${name}(${TYPE}) ${TYPE}`, (a: OpaqueValue, b: OpaqueValue) => wrap(operation(of(a), of(b)))),
  overload(`${TYPE}::${name}(int) ${TYPE}`, (a: OpaqueValue, b: bigint) => wrap(operation(of(a), quantityOf(b)))),
]

/** Functions on quantities such as `1.5Gi`. */
export const QUANTITIES: Library = [
  overload(`quantity(string) ${TYPE}`, parse, readFirst, PACE),
  overload('isQuantity(string) bool', isQuantity, readFirst, PACE),
  overload(`${TYPE}::sign() int`, (value: OpaqueValue) => BigInt(quantitySign(of(value)))),
  overload(`${TYPE}::isInteger() bool`, (value: OpaqueValue) => isInteger(of(value))),
  overload(`${TYPE}::asInteger() int`, asInteger),
  overload(`${TYPE}::asApproximateFloat() double`, (value: OpaqueValue) => quantityNumber(of(value))),
  ...arithmetic('add', addQuantities),
  ...arithmetic('sub', subtractQuantities),
  overload(
    `${TYPE}::isGreaterThan(${TYPE}) bool`,
    (a: OpaqueValue, b: OpaqueValue) => compareQuantities(of(a), of(b)) > 0,
  ),
  overload(
    `${TYPE}::isLessThan(${TYPE}) bool`,
    (a: OpaqueValue, b: OpaqueValue) => compareQuantities(of(a), of(b)) < 0,
  ),
  overload(`${TYPE}::compareTo(${TYPE}) int`, (a: OpaqueValue, b: OpaqueValue) =>
    BigInt(compareQuantities(of(a), of(b))),
  ),
]
