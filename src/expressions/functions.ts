import { parseType, splitTypes, type Type } from './types'
import type { Value } from './values'

type Call = (args: readonly Value[]) => Value

/** One form of a function: the types that it takes and gives. */
export interface Overload {
  readonly name: string
  /** Called as `first.name(…)`. */
  readonly member: boolean
  readonly parameters: readonly Type[]
  readonly result: Type
  readonly call: Call
  /** What a call costs; 1 where absent. */
  readonly cost?: CallCost
}
/** Cost of a call by the sizes of its arguments, or by what they are. */
export type CallCost = (sizes: readonly number[], args: readonly Value[]) => number

/** Functions by name. */
export type Library = readonly Overload[]

/**
 * Reads a signature: `size(string) int` is called as `size(x)`, `string.size() int` as `x.size()`. `A` and `B` are types
 * that the arguments determine.
 */
export function overload(signature: string, call: (...args: never[]) => Value, cost?: CallCost): Overload {
  const [, receiver, name = '', parameters = '', result = ''] =
    /^(?:([\w.]+(?:\([^.]*\))?)::)?([^\s(]+)\((.*)\) (\S.*)$/.exec(signature) ?? []
  if (name === '') throw new Error(`a signature can't be read: ${signature}`)
  const given = splitTypes(parameters).map(parseType)
  return {
    name,
    member: receiver !== undefined,
    parameters: receiver === undefined ? given : [parseType(receiver), ...given],
    result: parseType(result),
    call: (args) => (call as (...args: readonly Value[]) => Value)(...args),
    ...(cost && { cost }),
  }
}
