import { parseType, showType, splitTypes, type Type } from './types'
import type { Meter } from './meter'
import type { Value } from './values'

/** One overload of a function: parameter and result types. */
export interface Overload {
  readonly name: string
  /** Called as `first.name(…)`. */
  readonly member: boolean
  readonly parameters: readonly Type[]
  /** What arguments must be during evaluation, where that is less than the parameters say. */
  readonly guards?: readonly Type[]
  readonly result: Type
  readonly call: (meter: Meter, ...args: readonly Value[]) => Value
  /** Cost of a call; 1 when absent. */
  readonly cost?: CallCost
  /** Steps per unit of text in the arguments; 0 when absent. */
  readonly pace?: number
}
/** Cost of a call from its argument sizes, or from the arguments themselves. */
export type CallCost = (sizes: readonly number[], args: readonly Value[], meter: Meter) => number

/** A list of overloads. */
export type Library = readonly Overload[]

type Signature = Pick<Overload, 'name' | 'member' | 'parameters' | 'result'>

function readSignature(signature: string): Signature {
  const [, receiver, name = '', parameters = '', result = ''] =
    /^(?:([\w.]+(?:\([^.]*\))?)::)?([^\s(]+)\((.*)\) (\S.*)$/.exec(signature) ?? []
  if (name === '') throw new Error(`a signature can't be read: ${signature}`)
  const given = splitTypes(parameters).map(parseType)
  return {
    name,
    member: receiver !== undefined,
    parameters: receiver === undefined ? given : [parseType(receiver), ...given],
    result: parseType(result),
  }
}

/** A signature for people: `size(string) int`, `string.size() int`. */
export function signatureOf({ name, member, parameters, result }: Signature): string {
  const [receiver, ...others] = parameters.map(showType)
  const given = member ? others : parameters.map(showType)
  return `${member ? `${receiver ?? ''}.` : ''}${name}(${given.join(', ')}) ${showType(result)}`
}

/** Parses a signature: `size(string) int` is called as `size(x)`, `string.size() int` as `x.size()`. `A` and `B` are type parameters. */
export function overload(
  signature: string,
  call: (...args: never[]) => Value,
  cost?: CallCost,
  pace?: number,
): Overload {
  const of = call as (...args: readonly Value[]) => Value
  const signed = readSignature(signature)
  return {
    ...signed,
    call: withoutMeter(of, signed.parameters.length),
    ...(cost && { cost }),
    ...(pace !== undefined && { pace }),
  }
}

/** The overload with weaker demands on the values of its arguments: `guards` are types, as in a signature. */
export const guardedBy = (one: Overload, ...guards: readonly string[]): Overload => ({
  ...one,
  guards: guards.map(parseType),
})

/** Adapts a function that needs no meter; avoids spreading for the usual one or two arguments. */
function withoutMeter(of: (...args: readonly Value[]) => Value, arity: number): Overload['call'] {
  if (arity === 1) return (_, only) => of(only)
  if (arity === 2) return (_, first, second) => of(first, second)
  return (_, ...args) => of(...args)
}

/** Like `overload`, for functions that count their own steps. */
export function metered(signature: string, call: (meter: Meter, ...args: never[]) => Value, cost?: CallCost): Overload {
  return { ...readSignature(signature), call: call as Overload['call'], ...(cost && { cost }) }
}
