import type * as policy from 'kt126/policy/v1'
import type { Draft } from '../api/kinds/meta/draft'
import { behaves } from '../api/releases/ledger'
import type { Target } from '../client/targets'
import type { ApiObject, OwnerReference } from '../machinery/object'
import { StatusError } from '../client/status-error'
import type { ControllerDeps } from './controllers'
import { controllerOf } from './workloads/owners'

/** A budget as it was read. */
export type Budget = Draft<policy.PodDisruptionBudget>

/** A budget's status can't be computed; the message goes into its condition. */
export class SyncError extends Error {
  constructor(
    message: string,
    /** The reason of an event, if the failure has an event of its own. */
    readonly reason?: 'NoControllerRef' | 'NoControllers',
  ) {
    super(message)
  }
}

/** The expected number of pods, and the number of them that must be healthy. */
export async function expectationsOf(
  deps: ControllerDeps,
  { spec = {}, metadata }: Budget,
  pods: readonly ApiObject[],
): Promise<{ expected: number; desired: number }> {
  const { maxUnavailable, minAvailable } = spec
  if (maxUnavailable !== undefined) {
    const expected = await expectedScale(deps, metadata?.namespace ?? '', pods)
    return { expected, desired: Math.max(0, expected - share(maxUnavailable, expected)) }
  }
  if (typeof minAvailable === 'string') {
    const expected = await expectedScale(deps, metadata?.namespace ?? '', pods)
    return { expected, desired: share(minAvailable, expected) }
  }
  return { expected: pods.length, desired: minAvailable ?? 0 }
}

/** A number, or a percentage of `whole`, rounded up. */
function share(value: number | string, whole: number): number {
  if (typeof value === 'number') return value
  const percent = /^([0-9]+)%$/.exec(value)?.[1]
  if (percent === undefined) throw new SyncError(`"${value}" is neither a number nor a percentage`)
  return Math.ceil((Number(percent) * whole) / 100)
}

/** The sum of the sizes of all controllers of the pods. */
async function expectedScale(deps: ControllerDeps, namespace: string, pods: readonly ApiObject[]): Promise<number> {
  const sizes = new Map<string, number>()
  const seen = new Set<string>()
  for (const pod of pods) {
    const owner = controllerOf(pod)
    if (!owner) {
      if (behaves('disruption-ignores-bare-pods', deps.release)) continue
      throw new SyncError(`found no controller ref for pod "${pod.metadata.name ?? ''}"`, 'NoControllerRef')
    }
    if (seen.has(owner.uid)) continue
    seen.add(owner.uid)
    const { uid, size } = await sizeOf(deps, namespace, owner, pod)
    sizes.set(uid, size)
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0)
}

/** The scale of a pod's controller; a replica set that a deployment controls counts as the deployment. */
async function sizeOf(
  { client, feed }: ControllerDeps,
  namespace: string,
  owner: OwnerReference,
  pod: ApiObject,
): Promise<{ uid: string; size: number }> {
  const none = () => new SyncError(`found no controllers for pod "${pod.metadata.name ?? ''}"`, 'NoControllers')
  let current = owner
  try {
    for (;;) {
      const found = feed.resolve(current.apiVersion, current.kind)
      if (!found) throw new SyncError(`no matches for kind "${current.kind}" in version "${current.apiVersion}"`)
      const { group, version, resource } = found
      const target: Target = { group, version, resource, namespace }
      const object = resource === 'replicasets' ? await client.get(target, current.name) : undefined
      if (object && object.metadata.uid !== current.uid) throw none()
      const above = object && controllerOf(object)
      if (above?.kind === 'Deployment') current = above
      else {
        // The role allows only reading the scale of other kinds, including custom ones.
        const scale = await client.get(target, current.name, { subresource: 'scale' })
        if (scale.metadata.uid !== current.uid) throw none()
        return { uid: current.uid, size: (scale.spec as { replicas?: number } | undefined)?.replicas ?? 0 }
      }
    }
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    if (error.code === 404) throw none()
    throw new SyncError(`${current.kind} ${current.name} has no scale: ${error.message}`)
  }
}
