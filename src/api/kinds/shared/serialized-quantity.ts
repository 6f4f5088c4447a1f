import { invalid } from '../../../machinery/field-error'
import {
  compareQuantities,
  isWholeQuantity,
  parseQuantity,
  quantitySign,
  roundUpQuantity,
  formatQuantity,
} from '../../../machinery/quantity'
import type { Errors } from '../meta/rules'

/** A quantity as in objects. */
export type SerializedQuantity = string | number
/** Amounts by resource, as stored. */
export type ResourceList = Readonly<Record<string, SerializedQuantity>>

// Stored quantities are canonical, so the sign can be read without parsing.
/** Whether an amount is below zero. */
export const isNegative = (amount: SerializedQuantity): boolean => String(amount).startsWith('-')
/** Whether an amount is zero, in whatever unit. */
export const isZero = (amount: SerializedQuantity): boolean =>
  amount === '0' || quantitySign(parseQuantity(amount)) === 0
/** Whether an amount is a whole number. */
export const isWhole = (amount: SerializedQuantity): boolean => isWholeQuantity(parseQuantity(amount))
/** Compares by value: negative if `a` is less. */
export const compareSerialized = (a: SerializedQuantity, b: SerializedQuantity): number =>
  a === b ? 0 : compareQuantities(parseQuantity(a), parseQuantity(b))

/** Validates that an amount is not negative; the message prints it as a plain number. */
export function validateNonNegativeQuantity(amount: SerializedQuantity, field: string, errors: Errors): void {
  if (isNegative(amount))
    errors.push(
      invalid(
        field,
        Number(formatQuantity(roundUpQuantity(parseQuantity(amount), 0))),
        'must be a valid resource quantity',
      ),
    )
}

/** Rounds amounts up to thousandths, as in every stored list. */
export function roundQuantities(list: Record<string, SerializedQuantity> | undefined): void {
  for (const name in list) {
    const amount = list[name]
    // Only nano and micro suffixes, fractions and negative exponents can be finer than thousandths.
    if (typeof amount === 'string' && /[nue]|\./.test(amount)) {
      const value = parseQuantity(amount)
      if (!isWholeQuantity(value, -3)) list[name] = formatQuantity(roundUpQuantity(value, -3))
    }
  }
}
