import type { BindingSpec } from '../../../../api/policies/policy'
import type { RequestTrace, TraceStep } from '../../../../server/trace'

/** The result of a policy, through one of its bindings, for a request. */
export interface SaidInForce {
  /** The binding's name; absent if the result comes from the policy itself. */
  readonly binding: string | undefined
  readonly verdict: TraceStep['verdict']
  readonly reason: string
}
/** A recent request and what a policy says about it. */
export interface RequestInForce {
  readonly id: string
  /** The request's verb, path and user. */
  readonly title: string
  readonly allowed: boolean
  readonly said: readonly SaidInForce[]
}

const REFUSED = 400

/** The latest requests that a cluster's policy was evaluated for, newest first, with the result of each binding. */
export function requestsInForce(name: string, traces: readonly RequestTrace[], most = 20): readonly RequestInForce[] {
  const found = traces.flatMap((trace): RequestInForce[] => {
    const said = trace.steps.flatMap(({ by = '', stage, verdict, reason }): SaidInForce[] => {
      const [policy, binding] = by.split('/', 2)
      return stage.endsWith(' admission') && policy === name ? [{ binding, verdict, reason }] : []
    })
    const title = `${trace.verb} ${trace.path} by ${trace.user}`
    return said.length > 0 ? [{ id: trace.id, title, allowed: trace.status < REFUSED, said }] : []
  })
  return found.reverse().slice(0, most)
}

/** The effect of a binding as a sentence. */
export function describeBinding({ validationActions, paramRef, matchResources }: BindingSpec): string {
  const actions = validationActions ? validationActions.join(' and ') : 'changes objects'
  const { name, namespace, selector } = paramRef ?? {}
  const of = namespace === undefined ? '' : ` in ${namespace}`
  const params = paramRef
    ? `parameters: ${name ?? (selector ? 'those that a selector matches' : 'all')}${of}; ${
        paramRef.parameterNotFoundAction === 'Allow' ? 'allows requests' : 'refuses requests'
      } if there are none`
    : 'no parameters'
  return `${actions}; ${params}; ${matchResources ? 'only where matchResources matches' : 'for everything that the policy matches'}`
}
