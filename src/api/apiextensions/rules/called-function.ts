import type { Node } from '../../../expressions/ast'
import { dottedName } from '../../../expressions/dotted-name'
import type { Environment } from '../../../expressions/environment'
import type { Overload } from '../../../expressions/functions'
import { mayHaveType } from '../../../expressions/runtime-type'
import type { Type } from '../../../expressions/types'

/** The function that a call names. One in a namespace, such as `ip.isCanonical`, has no target. */
export interface CalledFunction {
  readonly name: string
  readonly target: Node | undefined
  readonly namespace: boolean
}

/** Which function a call calls: what stands before its name is a namespace or a target, unless it begins with a variable. */
export function calledFunction(
  { name, target }: Node & { kind: 'call' },
  isVariable: (name: string) => boolean,
  environment: Environment,
): CalledFunction {
  const namespace = target && dottedName(target)
  const whole = `${namespace ?? ''}.${name}`
  if (namespace !== undefined && !isVariable(namespace.split('.', 1)[0] ?? ''))
    if (environment.overloads(whole).length > 0) return { name: whole, target: undefined, namespace: true }
  return { name, target, namespace: false }
}

/** The overloads that may be called with arguments of these types, target first. */
export const fittingOverloads = (
  overloads: readonly Overload[],
  { namespace, target }: CalledFunction,
  types: readonly (Type | undefined)[],
): readonly Overload[] =>
  overloads.filter(
    ({ member, parameters }) =>
      (namespace || member === (target !== undefined)) &&
      parameters.length === types.length &&
      parameters.every((parameter, i) => mayHaveType(types[i], parameter)),
  )
