import type { AdmissionRequest } from '../plugin'
import type { OnSkipped } from './applications'

/** Traces policies that don't match a request and why, if the trace is observed. */
export const traceSkipped =
  (stage: 'mutating admission' | 'validating admission', { trace }: AdmissionRequest): OnSkipped =>
  (policy, binding, reason) => {
    if (!trace?.observed) return
    trace.step(stage, trace.now(), {
      by: binding ? `${policy.name}/${binding.name}` : policy.name,
      verdict: 'none',
      reason: () => `not for this request: ${reason()}`,
    })
  }
