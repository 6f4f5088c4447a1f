import { at } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { toYaml } from '../../components/editor/documents'
import { emptyIntent, type IntentTarget } from './intents'
import type { Sending } from './lab'

/** Field manager of the simulated autoscaler. */
export const AUTOSCALER = 'autoscaler'
/** Path of the replicas in field sets. */
export const REPLICAS = ['f:spec', 'f:replicas'] as const

/** How the simulated autoscaler writes. */
export type Means = 'scale' | 'merge' | 'apply'
/** The ways to write, as the page offers them. */
export const MEANS: readonly { readonly value: Means; readonly label: string; readonly about: string }[] = [
  {
    value: 'scale',
    label: 'scale',
    about: 'Merge patch of the scale subresource: an update, which never conflicts.',
  },
  { value: 'merge', label: 'merge patch', about: 'Merge patch of the object: an update, which never conflicts.' },
  { value: 'apply', label: 'apply', about: 'Forced apply of only this field, as recommended for controllers.' },
]

const MERGE = 'application/merge-patch+json'

/** A controller's request to set the number of replicas. */
export function scaling(means: Means, replicas: number, target: IntentTarget): Sending {
  const what = `set replicas to ${replicas}`
  const spec = { replicas }
  if (means === 'apply')
    return { kind: 'apply', manager: AUTOSCALER, body: toYaml({ ...emptyIntent(target), spec }), force: true, what }
  const body = JSON.stringify({ spec })
  return {
    kind: 'patch',
    manager: AUTOSCALER,
    body,
    contentType: MERGE,
    ...(means === 'scale' && { subresource: 'scale' }),
    what,
  }
}

/** The replicas of a workload; undefined if they are not set. */
export const replicasOf = (object: ApiObject | undefined): number | undefined => {
  const value = at(object, 'spec', 'replicas')
  return typeof value === 'number' ? value : undefined
}

/** A day's load: the replicas that a running controller requests, one after another. */
const LOAD = [5, 8, 12, 9, 6, 4, 3] as const

/** The replicas that the simulated load asks for next; never those that are set. */
export const nextReplicas = (current: number | undefined): number => {
  const here = LOAD.findIndex((replicas) => replicas === current)
  const next = LOAD[(here + 1) % LOAD.length] ?? LOAD[0]
  return next === current ? LOAD[0] + 1 : next
}
