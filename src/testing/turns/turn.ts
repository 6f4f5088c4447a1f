import type { Target } from '../../client/targets'
import { isStatus } from '../../client/status-error'
import type { LivingCluster } from '../living'

/** Chooses one of the values, always the same for the same turn. */
export type Pick = <T>(...values: readonly T[]) => T

/** Something that a person or an accident does to a cluster. */
export type Act = (cluster: LivingCluster, pick: Pick) => Promise<unknown>

/** An act by its name, and the number that its choices are made from. */
export interface Turn {
  readonly act: string
  readonly seed: number
}

/** Choices from a number: the same in each run. */
export function choices(seed: number): Pick {
  let left = seed
  return (...values) => {
    const chosen = values[left % values.length]
    left = Math.floor(left / values.length) + (left % 7) * 101
    return chosen as (typeof values)[number]
  }
}

/** Answers that a person may get: the object is gone or exists, or the state forbids it. */
const EXPECTED = ['NotFound', 'AlreadyExists', 'Conflict', 'Invalid', 'Forbidden', 'TooManyRequests'] as const

/** Waits for a request; refusals that the state explains are ignored. */
export async function allowing(request: Promise<unknown>): Promise<void> {
  try {
    await request
  } catch (error) {
    if (!EXPECTED.some((reason) => isStatus(error, reason))) throw error
  }
}

/** A resource of a group in the namespace `default`. */
export const at = (group: string, version: string, resource: string): Target => ({
  group,
  version,
  resource,
  namespace: 'default',
})

/** Deletes an object in one of the ways that people choose. */
export const deleting =
  (target: Target, ...names: readonly string[]): Act =>
  ({ admin }, pick) =>
    admin.delete(target, pick(...names), {
      body: { propagationPolicy: pick('Background', 'Background', 'Foreground', 'Orphan') },
    })
