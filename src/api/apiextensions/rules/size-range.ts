/** A cost or size of 2^64 or more, as servers count, which is unlimited. */
const UNLIMITED = 2 ** 64

/** Least and greatest value of a size or cost. */
export interface Range {
  readonly min: number
  readonly max: number
}

const capped = (value: number): number => Math.min(value, UNLIMITED)

/** Any size up to the limit of a request. */
export const UNKNOWN_SIZE: Range = { min: 0, max: UNLIMITED }
/** A known size. */
export const exactly = (value: number): Range => ({ min: value, max: value })
/** The size of several parts together. */
export const plus = (...ranges: readonly Range[]): Range =>
  ranges.reduce((sum, { min, max }) => ({ min: capped(sum.min + min), max: capped(sum.max + max) }), exactly(0))
/** The size of `a` parts of size `b`. */
export const times = (a: Range, b: Range): Range => ({ min: capped(a.min * b.min), max: capped(a.max * b.max) })
/** A range multiplied by a factor and rounded up. */
export const scaled = ({ min, max }: Range, factor: number): Range => ({
  min: capped(Math.ceil(min * factor)),
  max: capped(Math.ceil(max * factor)),
})
/** The smallest range that contains both. */
export const either = (a: Range, b: Range): Range => ({ min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) })
