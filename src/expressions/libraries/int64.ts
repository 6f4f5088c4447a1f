import { fail } from '../expression-error'

/** The value if it fits 64 bits with a sign; it fails otherwise. */
export const int64 = (value: bigint): bigint => (BigInt.asIntN(64, value) === value ? value : fail('integer overflow'))
