import type { LifeState, LifeTurn, StageFacts } from '../../../machinery/life-engines'
import type { ApiObject } from '../../../machinery/object'
import { NODES, PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES, PODS } from '../../../client/core-targets'
import type { Target } from '../../../client/targets'
import { STAGE_VERSION, parseObject } from './lives-text'

/** Kinds with life-cycle stages, in display order. */
export const STAGED_KINDS = [
  { kind: 'Pod', title: 'Pods', target: PODS },
  { kind: 'Node', title: 'Nodes', target: NODES },
  { kind: 'PersistentVolumeClaim', title: 'Claims', target: PERSISTENT_VOLUME_CLAIMS },
  { kind: 'PersistentVolume', title: 'Volumes', target: PERSISTENT_VOLUMES },
  {
    kind: 'VolumeAttachment',
    title: 'Attachments',
    target: { group: 'storage.orch.io', version: 'v1', resource: 'volumeattachments' },
  },
] as const

/** The resource of custom stages. */
export const STAGES: Target = { group: 'life.orch.io', version: 'v1alpha1', resource: 'stages' }

/** A stage as the page lists it. */
export interface StageRow extends StageFacts {
  /** Number of objects that wait for it. */
  readonly waiting: number
}

/** The stages of a kind with the number of waiting objects; custom stages first. */
export function stageRows({ stages, turns }: LifeState, kind: string): StageRow[] {
  const counts = new Map<string, number>()
  for (const turn of turns) if (turn.kind === kind) counts.set(turn.stage, (counts.get(turn.stage) ?? 0) + 1)
  return stages
    .filter((stage) => stage.kind === kind)
    .map((stage) => ({ ...stage, waiting: counts.get(stage.name) ?? 0 }))
    .sort((a, b) => Number(b.own) - Number(a.own))
}

/** `1.5 s`, or `1.5 to 3 s`. */
export function delayText({ delayMs, jitterMs }: Pick<StageFacts, 'delayMs' | 'jitterMs'>): string {
  const seconds = (ms: number) => String(Math.round(ms / 100) / 10)
  if (delayMs + jitterMs === 0) return 'at once'
  return jitterMs === 0 ? `${seconds(delayMs)} s` : `${seconds(delayMs)} to ${seconds(delayMs + jitterMs)} s`
}

/** `in 3 s`, or `now`. */
export function dueText({ due }: Pick<LifeTurn, 'due'>, now: number): string {
  const seconds = Math.ceil((due - now) / 1000)
  if (seconds <= 0) return 'now'
  return seconds < 120 ? `in ${seconds} s` : `in ${Math.round(seconds / 60)} min`
}

/** Parses a stage: its object and kind, or the error. */
export function readStage(
  text: string,
): { readonly problem: string } | { readonly object: ApiObject; readonly kind: string } {
  const read = parseObject(text)
  if ('problem' in read) return read
  const { spec } = read.object as { spec?: { resourceRef?: { kind?: unknown } } }
  const kind = spec?.resourceRef?.kind
  const known = STAGED_KINDS.find((one) => one.kind === kind)
  if (read.object.apiVersion !== STAGE_VERSION || read.object.kind !== 'Stage')
    return { problem: `This is not a Stage of ${STAGE_VERSION}.` }
  return known
    ? { object: read.object, kind: known.kind }
    : { problem: 'spec.resourceRef.kind is not a kind with life-cycle stages.' }
}
