import type { AdmissionPlugin, AdmissionRequest, Operation } from '../admission/plugin'
import type { Metrics, Observe } from '../machinery/metrics'
import type { Clock } from '../machinery/clock'
import type { TraceSink } from '../machinery/trace-sink'
import { clone, equal } from '../machinery/json'
import { messageOf } from '../machinery/message-of'
import type { ApiObject } from '../machinery/object'
import type { AdmissionChain } from './server'

/** Records the duration of something that passed, or refused the request. */
interface Durations {
  readonly passed: Observe
  readonly refused: Observe
}

/** A plugin's part in one phase of one operation. */
interface Step extends Durations {
  readonly plugin: AdmissionPlugin
}

type Phase = 'admit' | 'validate'
const STAGES: Readonly<Record<Phase, string>> = { admit: 'mutating admission', validate: 'validating admission' }
const PLUGIN_SECONDS = 'apiserver_admission_controller_admission_duration_seconds'
const PHASE_SECONDS = 'apiserver_admission_step_admission_duration_seconds'

/** The plugins that run in a phase, by operation, and the metrics of the phase itself. */
class Plan {
  private readonly known = new Map<Operation, { readonly steps: readonly Step[]; readonly whole: Durations }>()

  constructor(
    private readonly plugins: readonly AdmissionPlugin[],
    private readonly type: Phase,
    private readonly metrics: Metrics,
  ) {}

  of(operation: Operation) {
    const before = this.known.get(operation)
    if (before) return before
    const { type, metrics } = this
    const durations = (metric: string, name?: string): Durations => {
      const labels = { ...(name !== undefined && { name }), type, operation }
      return {
        passed: metrics.observer(metric, { ...labels, rejected: 'false' }),
        refused: metrics.observer(metric, { ...labels, rejected: 'true' }),
      }
    }
    const asked = this.plugins.filter((plugin) => plugin[type] && plugin.operations.includes(operation))
    const steps = asked.map((plugin) => ({ plugin, ...durations(PLUGIN_SECONDS, plugin.name) }))
    const made = { steps, whole: durations(PHASE_SECONDS) }
    this.known.set(operation, made)
    return made
  }
}

/** Runs the plugins in order; built-in ones run again after a webhook changed the object (admission document, "Execution rules"). */
export function admissionChain(plugins: readonly AdmissionPlugin[], clock: Clock, metrics: Metrics): AdmissionChain {
  const plans = { admit: new Plan(plugins, 'admit', metrics), validate: new Plan(plugins, 'validate', metrics) }

  /** Calls one plugin after another. Most answer synchronously, so one clock reading ends a plugin's time and starts the next one's. */
  async function ask(
    phase: Phase,
    request: AdmissionRequest,
    trace: TraceSink,
    call: (plugin: AdmissionPlugin) => void | Promise<void>,
  ): Promise<void> {
    let began = clock.steady()
    for (const { plugin, passed, refused } of plans[phase].of(request.operation).steps) {
      const start = trace.now()
      const before = trace.observed && phase === 'admit' ? clone(request.object) : undefined
      let observe = refused
      try {
        const answer = call(plugin)
        if (answer instanceof Promise) await answer
        observe = passed
        if (trace.observed) trace.step(STAGES[phase], start, { by: plugin.name, ...changeOf(before, request) })
      } catch (error) {
        trace.step(STAGES[phase], start, { by: plugin.name, verdict: 'refused', reason: messageOf(error) })
        throw error
      } finally {
        const now = clock.steady()
        observe((now - began) / 1000)
        began = now
      }
    }
  }

  async function timed(phase: Phase, { operation }: AdmissionRequest, work: () => Promise<void>): Promise<void> {
    const start = clock.steady()
    const { passed, refused } = plans[phase].of(operation).whole
    let observe = refused
    try {
      await work()
      observe = passed
    } finally {
      observe((clock.steady() - start) / 1000)
    }
  }

  async function mutate(request: AdmissionRequest, trace: TraceSink): Promise<void> {
    let again = false
    const first = { reinvocation: false, requestReinvocation: () => void (again = true) }
    await ask('admit', request, trace, (plugin) => plugin.admit?.(request, first))
    const second = { reinvocation: true, requestReinvocation: () => undefined }
    if (again) await ask('admit', request, trace, (plugin) => plugin.admit?.(request, second))
  }

  return {
    mutate: (request, trace) => timed('admit', request, () => mutate(request, trace)),
    validate: (request, trace) =>
      timed('validate', request, () => ask('validate', request, trace, (plugin) => plugin.validate?.(request))),
  }
}

/** The change a plugin made, for the trace. */
function changeOf(before: ApiObject | undefined, { object }: AdmissionRequest) {
  if (before === undefined || equal(before, object)) return { verdict: 'passed' as const }
  return { verdict: 'changed' as const, before, after: clone(object) }
}
