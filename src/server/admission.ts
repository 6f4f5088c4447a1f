import type { AdmissionPlugin, AdmissionRequest } from '../admission/plugin'
import type { Metrics } from '../machinery/metrics'
import type { Clock } from '../machinery/clock'
import type { TraceSink } from '../machinery/trace-sink'
import { clone, equal } from '../machinery/json'
import { messageOf } from '../machinery/message-of'
import type { AdmissionChain } from './server'

/** Runs the plugins in their order; built-in ones again after a webhook changed the object (admission document, "Execution rules"). */
export function admissionChain(plugins: readonly AdmissionPlugin[], clock: Clock, metrics: Metrics): AdmissionChain {
  const timed = async (
    plugin: AdmissionPlugin,
    request: AdmissionRequest,
    type: 'admit' | 'validate',
    run: () => void | Promise<void>,
  ): Promise<void> => {
    const start = clock.steady()
    let rejected = 'true'
    try {
      await run()
      rejected = 'false'
    } finally {
      metrics.observe(
        'apiserver_admission_controller_admission_duration_seconds',
        { name: plugin.name, type, operation: request.operation, rejected },
        (clock.steady() - start) / 1000,
      )
    }
  }
  const run = async (
    plugin: AdmissionPlugin,
    request: AdmissionRequest,
    phase: 'admit' | 'validate',
    trace: TraceSink,
    step: () => void | Promise<void>,
  ): Promise<boolean> => {
    const start = trace.now()
    const before = trace.observed && phase === 'admit' ? clone(request.object) : undefined
    const stage = phase === 'admit' ? 'mutating admission' : 'validating admission'
    try {
      await timed(plugin, request, phase, step)
    } catch (error) {
      trace.step(stage, start, {
        by: plugin.name,
        verdict: 'refused',
        reason: messageOf(error),
      })
      throw error
    }
    const changed = before !== undefined && !equal(before, request.object)
    trace.step(stage, start, {
      by: plugin.name,
      verdict: changed ? 'changed' : 'passed',
      ...(changed && { before, after: clone(request.object) }),
    })
    return changed
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
        { type, operation: request.operation, rejected },
        (clock.steady() - start) / 1000,
      )
    }
  }
  const mutate: AdmissionChain['mutate'] = async (request, trace) => {
    let again = false
    for (const plugin of plugins)
      if (plugin.admit && plugin.operations.includes(request.operation))
        await run(plugin, request, 'admit', trace, () =>
          plugin.admit?.(request, { reinvocation: false, requestReinvocation: () => (again = true) }),
        )
    if (!again) return
    for (const plugin of plugins)
      if (plugin.admit && plugin.operations.includes(request.operation))
        await run(plugin, request, 'admit', trace, () =>
          plugin.admit?.(request, { reinvocation: true, requestReinvocation: () => undefined }),
        )
  }
  const validate: AdmissionChain['validate'] = async (request, trace) => {
    for (const plugin of plugins)
      if (plugin.validate && plugin.operations.includes(request.operation))
        await run(plugin, request, 'validate', trace, () => plugin.validate?.(request))
  }
  return {
    mutate: (request, trace) => stepTimed(request, 'admit', () => mutate(request, trace)),
    validate: (request, trace) => stepTimed(request, 'validate', () => validate(request, trace)),
  }
}
