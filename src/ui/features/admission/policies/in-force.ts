import type { BindingSpec } from '../../../../api/policies/policy'
import type { RequestTrace, TraceStep } from '../../../../server/trace'

/** What a policy, by one of its bindings, said to a request. */
export interface SaidInForce {
  /** The name of the binding; absent where the policy itself said it. */
  readonly binding: string | undefined
  readonly verdict: TraceStep['verdict']
  readonly reason: string
}
export interface RequestInForce {
  readonly id: string
  /** Verb, path and user of the request. */
  readonly title: string
  readonly allowed: boolean
  readonly said: readonly SaidInForce[]
}

const REFUSED = 400

/** The latest requests that a policy of the cluster was asked about, the newest first, with what each of its bindings said. */
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

/** What a binding does, in a sentence. */
export function describeBinding({ validationActions, paramRef, matchResources }: BindingSpec): string {
  const actions = validationActions ? validationActions.join(' and ') : 'changes objects'
  const { name, namespace, selector } = paramRef ?? {}
  const of = namespace === undefined ? '' : ` in ${namespace}`
  const params = paramRef
    ? `parameters: ${name ?? (selector ? 'those that a selector matches' : 'all')}${of}; ${
        paramRef.parameterNotFoundAction === 'Allow' ? 'goes without' : 'refuses'
      } where there are none`
    : 'no parameters'
  return `${actions}; ${params}; ${matchResources ? 'only where matchResources match' : 'for all that the policy matches'}`
}
