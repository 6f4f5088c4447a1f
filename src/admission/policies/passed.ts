import type { AdmissionRequest } from '../plugin'
import type { Passed } from './applications'

/** Tells the trace of a request, where somebody looks at it, which policies are not for it and why. */
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
