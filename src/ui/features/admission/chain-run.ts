import type { PluginState } from '../../../server/control'
import type { TraceStep } from '../../../server/trace'

export type Phase = 'mutating' | 'validating'

/** What one plugin, or one webhook of it, did to a request. */
export interface Station {
  readonly name: string
  readonly verdict: TraceStep['verdict']
  readonly reason: string
  readonly durationMs: number
  readonly before?: unknown
  readonly after?: unknown
  /** 0 for the first time, 1 when it ran again because a webhook changed the object. */
  readonly round: number
  /** The webhooks that a webhook plugin asked, in the order of their answers. */
  readonly webhooks: readonly Station[]
}

/** A plugin in the picture: whether it takes part in a phase, and what it did there. */
export interface ChainPlace {
  readonly plugin: PluginState
  readonly stations: readonly Station[]
}

const STAGE: Readonly<Record<Phase, string>> = {
  mutating: 'mutating admission',
  validating: 'validating admission',
}

const stationOf = (step: TraceStep, round: number, webhooks: readonly Station[]): Station => ({
  name: step.by ?? '',
  verdict: step.verdict,
  reason: step.reason,
  durationMs: step.durationMs,
  ...(step.before !== undefined && { before: step.before }),
  ...(step.after !== undefined && { after: step.after }),
  round,
  webhooks,
})

/** The stations of one phase in the order in which they were passed. Webhooks come before the plugin that asked them. */
export function stationsOf(steps: readonly TraceStep[], phase: Phase, plugins: readonly PluginState[]): Station[] {
  const names = new Set(plugins.map(({ name }) => name))
  const rounds = new Map<string, number>()
  const stations: Station[] = []
  let asked: Station[] = []
  for (const step of steps) {
    if (step.stage !== STAGE[phase] || step.by === undefined) continue
    if (!names.has(step.by)) {
      asked.push(stationOf(step, 0, []))
      continue
    }
    const round = rounds.get(step.by) ?? 0
    rounds.set(step.by, round + 1)
    stations.push(
      stationOf(
        step,
        round,
        asked.map((webhook) => ({ ...webhook, round })),
      ),
    )
    asked = []
  }
  return stations
}

/** The plugins of a phase with what they did; those that are off, whose phases nobody knows, stand where they might run. */
export function placesOf(
  plugins: readonly PluginState[],
  phase: Phase,
  steps: readonly TraceStep[] = [],
): ChainPlace[] {
  const stations = stationsOf(steps, phase, plugins)
  return plugins
    .filter((plugin) => plugin.on && (phase === 'mutating' ? plugin.mutates : plugin.validates))
    .map((plugin) => ({ plugin, stations: stations.filter(({ name }) => name === plugin.name) }))
}

/** Stages around admission that a request passes, with the worst of what they said. */
export interface Gate {
  readonly title: string
  readonly verdict: TraceStep['verdict'] | 'waiting'
  readonly reason: string
  readonly durationMs: number
  readonly steps: readonly TraceStep[]
}

const GATES: readonly (readonly [title: string, stages: readonly string[]])[] = [
  ['Authentication', ['authentication', 'impersonation']],
  ['Authorization', ['authorization']],
  ['Decoding', ['decoding', 'defaulting', 'apply']],
  ['Validation', ['validation']],
  ['Store', ['store']],
]

/** The stages before, between and after the phases of admission, by their titles. */
export function gatesOf(steps: readonly TraceStep[]): ReadonlyMap<string, Gate> {
  return new Map(
    GATES.map(([title, stages]) => {
      const own = steps.filter((step) => stages.includes(step.stage))
      const worst =
        own.find(({ verdict }) => verdict === 'refused') ?? own.find(({ verdict }) => verdict === 'changed') ?? own[0]
      return [
        title,
        {
          title,
          verdict: worst?.verdict ?? 'waiting',
          reason: worst?.reason ?? '',
          durationMs: own.reduce((sum, step) => sum + step.durationMs, 0),
          steps: own,
        },
      ]
    }),
  )
}

/** Where a request ended: the first step that refused it. */
export const refusedBy = (steps: readonly TraceStep[]): TraceStep | undefined =>
  steps.find((step) => step.verdict === 'refused' && (step.by !== undefined || !step.stage.endsWith('admission')))
