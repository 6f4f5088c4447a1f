import type { AdmissionRequest } from '../plugin'
import type { Passed } from './applications'

/** Traces policies that don't match a request and why, if the trace is observed. */
export const passedBy =
  (stage: 'mutating admission' | 'validating admission', { trace }: AdmissionRequest): Passed =>
  (policy, binding, reason) => {
    if (!trace?.observed) return
    trace.step(stage, trace.now(), {
      by: binding ? `${policy.name}/${binding.name}` : policy.name,
      verdict: 'none',
      reason: () => `not for this request: ${reason()}`,
    })
  }
