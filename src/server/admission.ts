import type { AdmissionPlugin, AdmissionRequest, Operation } from '../admission/plugin'
import type { Metrics } from '../machinery/metrics'
import type { Clock } from '../machinery/clock'
import type { TraceSink } from '../machinery/trace-sink'
import { clone, equal } from '../machinery/json'
import { messageOf } from '../machinery/message-of'
import type { ApiObject } from '../machinery/object'
import type { AdmissionChain } from './server'

type Labels = Readonly<Record<string, string>>

/**
 * A plugin's part in one phase of one operation, with the labels of its duration metrics. The label objects are reused, so the metrics
 * registry finds their series by identity.
 */
interface Step {
  readonly plugin: AdmissionPlugin
  readonly passed: Labels
  readonly refused: Labels
}

type Phase = 'admit' | 'validate'
const STAGES: Readonly<Record<Phase, string>> = { admit: 'mutating admission', validate: 'validating admission' }
const PLUGIN_SECONDS = 'apiserver_admission_controller_admission_duration_seconds'
const PHASE_SECONDS = 'apiserver_admission_step_admission_duration_seconds'

/** The plugins that run in a phase, by operation, and the metric labels of the phase itself. */
class Plan {
  private readonly known = new Map<
    Operation,
    { readonly steps: readonly Step[]; readonly whole: Omit<Step, 'plugin'> }
  >()

  constructor(
    private readonly plugins: readonly AdmissionPlugin[],
    private readonly type: Phase,
  ) {}

  of(operation: Operation) {
    const before = this.known.get(operation)
    if (before) return before
    const { type } = this
    const labels = (name?: string) => ({
      passed: { ...(name !== undefined && { name }), type, operation, rejected: 'false' },
      refused: { ...(name !== undefined && { name }), type, operation, rejected: 'true' },
    })
    const asked = this.plugins.filter((plugin) => plugin[type] && plugin.operations.includes(operation))
    const made = { steps: asked.map((plugin) => ({ plugin, ...labels(plugin.name) })), whole: labels() }
    this.known.set(operation, made)
    return made
  }
}

/** Runs the plugins in order; built-in ones run again after a webhook changed the object (admission document, "Execution rules"). */
export function admissionChain(plugins: readonly AdmissionPlugin[], clock: Clock, metrics: Metrics): AdmissionChain {
  const plans = { admit: new Plan(plugins, 'admit'), validate: new Plan(plugins, 'validate') }

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
      let labels = refused
      try {
        const answer = call(plugin)
        if (answer instanceof Promise) await answer
        labels = passed
        if (trace.observed) trace.step(STAGES[phase], start, { by: plugin.name, ...changeOf(before, request) })
      } catch (error) {
        trace.step(STAGES[phase], start, { by: plugin.name, verdict: 'refused', reason: messageOf(error) })
        throw error
      } finally {
        const now = clock.steady()
        metrics.observe(PLUGIN_SECONDS, labels, (now - began) / 1000)
        began = now
      }
    }
  }

  async function timed(phase: Phase, { operation }: AdmissionRequest, work: () => Promise<void>): Promise<void> {
    const start = clock.steady()
    const { passed, refused } = plans[phase].of(operation).whole
    let labels = refused
    try {
      await work()
      labels = passed
    } finally {
      metrics.observe(PHASE_SECONDS, labels, (clock.steady() - start) / 1000)
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
