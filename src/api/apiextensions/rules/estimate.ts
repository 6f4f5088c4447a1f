import type { Type } from '../../../expressions/types'
import { lengthOf } from '../../../expressions/values'
import { either, exactly, plus, UNKNOWN_SIZE, type Range } from './size-range'
import type { ValuePath } from './value-path'

/** Sizes of the keys and values of a list or map that the expression itself makes. */
export interface Parts {
  readonly list: boolean
  readonly key: Range
  readonly value: Range
}
/** What is known about the value of a subexpression before it is evaluated. */
export interface Estimate {
  /** Greatest cost, as servers estimate it. */
  readonly cost: number
  /** Length of a text, number of items of a list or map, 1 for other values; undefined if unknown. */
  readonly size?: Range | undefined
  readonly path?: ValuePath | undefined
  readonly parts?: Parts | undefined
}
/** What is known about the value of a local variable. */
export type LocalEstimate = Omit<Estimate, 'cost'>

const SCALARS: ReadonlySet<Type['kind']> = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint'])
/** The size of a value if its type determines it. */
export function typeSize(type: Type | undefined): Range | undefined {
  if (type?.kind === 'optional') return typeSize(type.value)
  return type && SCALARS.has(type.kind) ? exactly(1) : undefined
}
/** Bytes of a literal, or characters of a text. */
export function literalSize(value: unknown): number {
  if (typeof value === 'string') return lengthOf(value)
  return value instanceof Uint8Array ? value.length : 1
}
/** The parts of a value that is one of two, or both joined; undefined if those of either are unknown. */
export const joinedParts = (a: Parts | undefined, b: Parts | undefined): Parts | undefined =>
  a && b && { list: a.list, key: either(a.key, b.key), value: either(a.value, b.value) }
/** Costs of several subexpressions together. */
export const sum = (estimates: readonly Estimate[]): number => plus(...estimates.map(({ cost }) => exactly(cost))).max
/** A size that covers each of several values. */
export const covering = (estimates: readonly Estimate[]): Range =>
  estimates.length === 0 ? exactly(0) : estimates.map(({ size }) => size ?? UNKNOWN_SIZE).reduce(either)
