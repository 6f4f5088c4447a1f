import type { PluginState } from '../../../server/control'
import type { TraceStep } from '../../../server/trace'

/** The two phases of admission. */
export type Phase = 'mutating' | 'validating'

/** What one plugin, or one of its webhooks, did to a request. */
export interface Station {
  readonly name: string
  readonly verdict: TraceStep['verdict']
  readonly reason: string
  readonly durationMs: number
  readonly before?: unknown
  readonly after?: unknown
  /** 0 for the first call, 1 for a reinvocation after a webhook changed the object. */
  readonly round: number
  /** The webhooks that a webhook plugin called, in the order of their answers. */
  readonly webhooks: readonly Station[]
}

/** A plugin in the picture: whether it runs in a phase, and what it did there. */
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

/** The stations of a phase in order. Webhooks precede the plugin that called them. */
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

/**
 * The plugins of a phase with their results. Disabled plugins, whose phases are unknown, are shown where they might run.
 */
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

/** Stages around admission, with their most severe result. */
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

/** The stages before, between and after the admission phases, by title. */
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

/** The first step that refused the request. */
export const refusedBy = (steps: readonly TraceStep[]): TraceStep | undefined =>
  steps.find((step) => step.verdict === 'refused' && (step.by !== undefined || !step.stage.endsWith('admission')))

/** Who refused a request: the plugin or webhook, or the stage, because the authorizers of a server decide together. */
export const refuserOf = ({ by, stage }: TraceStep): string =>
  by === undefined || stage === 'authorization' ? `${stage[0]?.toUpperCase() ?? ''}${stage.slice(1)}` : by
