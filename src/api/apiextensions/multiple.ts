/** Whether a number is a multiple of another, tolerating floating-point error. */
export function isMultiple(value: number | bigint, of: number): boolean {
  if (of <= 0) return false
  if (typeof value === 'bigint') return Number.isInteger(of) && value % BigInt(of) === 0n
  const quotient = value / of
  return Number.isInteger(quotient) || Math.abs(quotient - Math.round(quotient)) < 1e-9
}
