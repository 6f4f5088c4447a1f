import { parseType, showType, splitTypes, type Type } from './types'
import type { Meter } from './meter'
import type { Value } from './values'

/** One form of a function: the types that it takes and gives. */
export interface Overload {
  readonly name: string
  /** Called as `first.name(…)`. */
  readonly member: boolean
  readonly parameters: readonly Type[]
  readonly result: Type
  readonly call: (args: readonly Value[], meter: Meter) => Value
  /** What a call costs; 1 where absent. */
  readonly cost?: CallCost
  /** Steps that one unit of the texts among the arguments takes; 0 where absent. */
  readonly pace?: number
}
/** Cost of a call by the sizes of its arguments, or by what they are. */
export type CallCost = (sizes: readonly number[], args: readonly Value[], meter: Meter) => number

/** Functions by name. */
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

/** A form of a function as people read it: `size(string) int`, `string.size() int`. */
export function signatureOf({ name, member, parameters, result }: Signature): string {
  const [receiver, ...others] = parameters.map(showType)
  const given = member ? others : parameters.map(showType)
  return `${member ? `${receiver ?? ''}.` : ''}${name}(${given.join(', ')}) ${showType(result)}`
}

/**
 * Reads a signature: `size(string) int` is called as `size(x)`, `string.size() int` as `x.size()`. `A` and `B` are types
 * that the arguments determine.
 */
export function overload(
  signature: string,
  call: (...args: never[]) => Value,
  cost?: CallCost,
  pace?: number,
): Overload {
  const of = call as (...args: readonly Value[]) => Value
  return {
    ...readSignature(signature),
    call: applied(of),
    ...(cost && { cost }),
    ...(pace !== undefined && { pace }),
  }
}

/** Calls with a list of arguments: most functions have one or two, which need not be spread. */
const applied =
  (of: (...args: readonly Value[]) => Value) =>
  (args: readonly Value[]): Value => {
    const [first, second] = args
    if (args.length === 2 && first !== undefined && second !== undefined) return of(first, second)
    return args.length === 1 && first !== undefined ? of(first) : of(...args)
  }

/** As `overload`, for what counts its steps while it runs. */
export function metered(signature: string, call: (meter: Meter, ...args: never[]) => Value, cost?: CallCost): Overload {
  const of = call as (meter: Meter, ...args: readonly Value[]) => Value
  return { ...readSignature(signature), call: (args, meter) => of(meter, ...args), ...(cost && { cost }) }
}
