import type { Node } from '../../../expressions/ast'
import type { Type } from '../../../expressions/types'
import { scaled, UNKNOWN_SIZE, type Range } from './size-range'

/** Cost of reading one character, byte or item. */
export const TRAVERSAL = 0.1
/** Cost of matching one character of a pattern. */
export const PATTERN = 0.25
/** Cost of making a list. */
export const LIST_COST = 10

/** What is known about an argument of a call. */
export interface Argument {
  readonly node: Node
  readonly type: Type | undefined
  readonly size: Range | undefined
  /** Size of the items, if it is a list. */
  readonly itemSize: Range
}
/** A call of one overload; `target` is what a method is called on. */
export interface CostedCall {
  readonly name: string
  readonly parameters: readonly Type[]
  readonly target: Argument | undefined
  readonly args: readonly Argument[]
}
/** Greatest cost of a call without its arguments, and the size of its result if the call determines it. */
export interface CallCost {
  readonly cost: number
  readonly size?: Range
}
/** Estimates a call; undefined for an overload that costs 1 and whose size its type determines. */
export type CallEstimate = (call: CostedCall) => CallCost | undefined

/** The size of an argument; any if it is unknown. */
export const argumentSize = (argument: Argument | undefined): Range => argument?.size ?? UNKNOWN_SIZE
/** Greatest cost of reading a value of this size, `factor` times. */
export const traversed = (size: Range, factor = 1): number => scaled(size, factor * TRAVERSAL).max
/** Whether values of a type are read by the character or byte. */
export const isText = (type: Type | undefined): boolean => type?.kind === 'string' || type?.kind === 'bytes'
/** The value of an argument that is an integer literal. */
export const integerOf = ({ node }: Argument): number | undefined =>
  node.kind === 'literal' && typeof node.value === 'bigint' ? Number(node.value) : undefined
