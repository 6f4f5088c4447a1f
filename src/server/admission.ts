import type { AdmissionPlugin, AdmissionRequest } from '../admission/plugin'
import type { Metrics } from '../machinery/metrics'
import type { Clock } from '../machinery/clock'
import type { TraceSink } from '../machinery/trace-sink'
import { clone, equal } from '../machinery/json'
import { messageOf } from '../machinery/message-of'
import type { AdmissionChain } from './server'

/** Labels of durations: the same objects each time, so that their series are found at once. */
class Labels {
  private readonly known = new Map<string, Readonly<Record<string, string>>>()

  of(name: string, type: string, operation: string, rejected: string): Readonly<Record<string, string>> {
    const key = `${name} ${type} ${operation} ${rejected}`
    const before = this.known.get(key)
    if (before) return before
    const made = { ...(name && { name }), type, operation, rejected }
    this.known.set(key, made)
    return made
  }
}

/** Runs the plugins in their order; built-in ones again after a webhook changed the object (admission document, "Execution rules"). */
export function admissionChain(plugins: readonly AdmissionPlugin[], clock: Clock, metrics: Metrics): AdmissionChain {
  const labels = new Labels()
  /** Answers at once where the plugin does: most of them have nothing to wait for. */
  const run = (
    plugin: AdmissionPlugin,
    request: AdmissionRequest,
    phase: 'admit' | 'validate',
    trace: TraceSink,
    step: () => void | Promise<void>,
  ): void | Promise<void> => {
    const start = trace.now()
    const began = clock.steady()
    const before = trace.observed && phase === 'admit' ? clone(request.object) : undefined
    const stage = phase === 'admit' ? 'mutating admission' : 'validating admission'
    const observe = (rejected: 'true' | 'false') =>
      metrics.observe(
        'apiserver_admission_controller_admission_duration_seconds',
        labels.of(plugin.name, phase, request.operation, rejected),
        (clock.steady() - began) / 1000,
      )
    const passed = (): void => {
      observe('false')
      if (!trace.observed) return
      const changed = before !== undefined && !equal(before, request.object)
      trace.step(stage, start, {
        by: plugin.name,
        verdict: changed ? 'changed' : 'passed',
        ...(changed && { before, after: clone(request.object) }),
      })
    }
    const refused = (error: unknown): never => {
      observe('true')
      trace.step(stage, start, { by: plugin.name, verdict: 'refused', reason: messageOf(error) })
      throw error
    }
    let answer: void | Promise<void>
    try {
      answer = step()
    } catch (error) {
      return refused(error)
    }
    return answer instanceof Promise ? answer.then(passed, refused) : passed()
  }
  const stepTimed = async (request: AdmissionRequest, type: 'admit' | 'validate', step: () => Promise<void>) => {
    const start = clock.steady()
    let rejected = 'true'
    try {
      await step()
      rejected = 'false'
    } finally {
      metrics.observe(
        'apiserver_admission_step_admission_duration_seconds',
        labels.of('', type, request.operation, rejected),
        (clock.steady() - start) / 1000,
      )
    }
  }
  const mutate: AdmissionChain['mutate'] = async (request, trace) => {
    let again = false
    const admitAll = async (reinvocation: boolean, requestReinvocation: () => void) => {
      for (const plugin of plugins) {
        if (!plugin.admit || !plugin.operations.includes(request.operation)) continue
        const going = run(plugin, request, 'admit', trace, () =>
          plugin.admit?.(request, { reinvocation, requestReinvocation }),
        )
        if (going) await going
      }
    }
    await admitAll(false, () => (again = true))
    if (again) await admitAll(true, () => undefined)
  }
  const validate: AdmissionChain['validate'] = async (request, trace) => {
    for (const plugin of plugins) {
      if (!plugin.validate || !plugin.operations.includes(request.operation)) continue
      const going = run(plugin, request, 'validate', trace, () => plugin.validate?.(request))
      if (going) await going
    }
  }
  return {
    mutate: (request, trace) => stepTimed(request, 'admit', () => mutate(request, trace)),
    validate: (request, trace) => stepTimed(request, 'validate', () => validate(request, trace)),
  }
}
