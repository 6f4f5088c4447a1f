import { fail } from '../expression-error'
import { overload, type Library } from '../functions'
import { numericOf, Unsigned, type Value } from '../values'
import { compareValues } from '../value-comparison'
import { int64 } from './int64'

function extreme(sign: number): (...values: Value[]) => Value {
  return (...given) => {
    const [first] = given
    const values = given.length === 1 && Array.isArray(first) ? (first as Value[]) : given
    let best: Value | undefined
    for (const value of values) {
      if (numericOf(value) === undefined) fail('no such overload')
      if (best === undefined || (compareValues(value, best) ?? 0) * sign > 0) best = value
    }
    return best ?? fail('argument list must not be empty')
  }
}
const MAX_ARGUMENTS = 10
const extremes = (name: string, sign: number): Library => [
  overload(`${name}(list(dyn)) dyn`, extreme(sign)),
  ...['int', 'uint', 'double', 'list(int)', 'list(uint)', 'list(double)'].map((type) =>
    overload(`${name}(${type}) ${type.replace(/list\((.*)\)/, '$1')}`, extreme(sign)),
  ),
  ...Array.from({ length: MAX_ARGUMENTS - 1 }, (_, i) => i + 2).flatMap((count) =>
    ['int', 'uint', 'double', 'dyn'].map((type) =>
      overload(`${name}(${Array.from({ length: count }, () => type).join(', ')}) ${type}`, extreme(sign)),
    ),
  ),
]
const rounded = (value: number): number => Math.sign(value) * Math.round(Math.abs(value))
const DOUBLES: Readonly<Record<string, (value: number) => number>> = {
  ceil: Math.ceil,
  floor: Math.floor,
  round: rounded,
  trunc: Math.trunc,
  abs: Math.abs,
  sign: Math.sign,
}
const TESTS: Readonly<Record<string, (value: number) => boolean>> = {
  isNaN: Number.isNaN,
  isInf: (value) => Math.abs(value) === Infinity,
  isFinite: Number.isFinite,
}
const BITS: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  bitAnd: (a, b) => a & b,
  bitOr: (a, b) => a | b,
  bitXor: (a, b) => a ^ b,
}
const amount = (by: bigint): bigint => (by < 0n ? fail(`math.bitShift() negative offset: ${by}`) : by > 64n ? 64n : by)
const unsigned = (value: bigint): Unsigned => new Unsigned(BigInt.asUintN(64, value))

/** Math functions. */
export const MATH: Library = [
  ...extremes('math.greatest', 1),
  ...extremes('math.least', -1),
  ...Object.entries(DOUBLES).map(([name, of]) => overload(`math.${name}(double) double`, of)),
  ...Object.entries(TESTS).map(([name, of]) => overload(`math.${name}(double) bool`, of)),
  overload('math.abs(int) int', (value: bigint) => int64(value < 0n ? -value : value)),
  overload('math.abs(uint) uint', (value: Unsigned) => value),
  overload('math.sign(int) int', (value: bigint) => (value > 0n ? 1n : value < 0n ? -1n : 0n)),
  overload('math.sign(uint) uint', ({ value }: Unsigned) => new Unsigned(value > 0n ? 1n : 0n)),
  overload('math.sqrt(double) double', (value: number) => Math.sqrt(value)),
  overload('math.sqrt(int) double', (value: bigint) => Math.sqrt(Number(value))),
  overload('math.sqrt(uint) double', ({ value }: Unsigned) => Math.sqrt(Number(value))),
  ...Object.entries(BITS).flatMap(([name, of]) => [
    overload(`math.${name}(int, int) int`, of),
    overload(`math.${name}(uint, uint) uint`, (a: Unsigned, b: Unsigned) => new Unsigned(of(a.value, b.value))),
  ]),
  overload('math.bitNot(int) int', (value: bigint) => ~value),
  overload('math.bitNot(uint) uint', ({ value }: Unsigned) => unsigned(~value)),
  overload('math.bitShiftLeft(int, int) int', (a: bigint, by: bigint) => BigInt.asIntN(64, a << amount(by))),
  overload('math.bitShiftLeft(uint, int) uint', (a: Unsigned, by: bigint) => unsigned(a.value << amount(by))),
  overload('math.bitShiftRight(int, int) int', (a: bigint, by: bigint) =>
    BigInt.asIntN(64, BigInt.asUintN(64, a) >> amount(by)),
  ),
  overload('math.bitShiftRight(uint, int) uint', (a: Unsigned, by: bigint) => unsigned(a.value >> amount(by))),
]
