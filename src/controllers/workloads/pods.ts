import type * as core from 'kt126/core/v1'
import { PODS } from '../../client/core-targets'
import { type PodTemplate, podOf } from '../../api/kinds/shared/pod-types'
import { type Draft } from '../../api/kinds/meta/draft'
import { clone } from '../../machinery/json'
import type { ApiObject, OwnerReference } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import type { ControllerDeps } from '../controllers'
import { isNamespaceEnding, isStatus } from '../../client/status-error'
import type { Recorder } from './events'

/** A condition of a pod. */

export const conditionOf = (pod: ApiObject, type: string): Draft<core.PodCondition> | undefined =>
  podOf(pod).status?.conditions?.find((condition) => condition.type === type)

/** Whether a pod's condition `Ready` is true. */
export const hasReadyCondition = (pod: ApiObject): boolean => conditionOf(pod, 'Ready')?.status === 'True'

/** Neither ended nor being deleted. */
export const isActive = (pod: ApiObject): boolean => {
  const phase = podOf(pod).status?.phase
  return phase !== 'Succeeded' && phase !== 'Failed' && !pod.metadata.deletionTimestamp
}

/** Being deleted, but not ended. */
export const isTerminating = (pod: ApiObject): boolean => {
  const phase = podOf(pod).status?.phase
  return phase !== 'Succeeded' && phase !== 'Failed' && pod.metadata.deletionTimestamp !== undefined
}

/** Milliseconds until a ready pod is available: 0 if it is, undefined if it is not ready. */
export function availableIn(pod: ApiObject, minReadySeconds: number, now: number): number | undefined {
  const ready = conditionOf(pod, 'Ready')
  if (ready?.status !== 'True') return undefined
  if (minReadySeconds === 0) return 0
  return Math.max(0, Date.parse(ready.lastTransitionTime ?? '') + minReadySeconds * 1000 - now)
}

/** The pod that a template describes, controlled by an owner. */
export function podFrom(template: PodTemplate | undefined, owner: OwnerReference): ApiObject {
  const { labels, annotations, finalizers } = template?.metadata ?? {}
  return {
    metadata: {
      generateName: `${owner.name}-`,
      ...(labels && { labels: { ...labels } }),
      ...(annotations && { annotations: { ...annotations } }),
      ...(finalizers && { finalizers: [...finalizers] }),
      ownerReferences: [owner],
    },
    spec: clone(template?.spec ?? {}),
  }
}

/** The message of an event about a pod that was created or deleted, or could not be: then `refusal` says why. */
export type PodWords = (what: 'create' | 'delete', pod: string, owner: ApiObject, refusal?: string) => string

/** Creates and deletes pods for an owner, and tracks the writes that its cache does not show yet. */
export class PodWriter {
  /** The newest version written for each key. */
  private readonly written = new Map<string, number>()
  private readonly deleted = new Set<string>()

  constructor(
    private readonly deps: ControllerDeps,
    private readonly events: Recorder,
    private readonly words: PodWords = (what, pod, _owner, refusal) =>
      refusal === undefined
        ? `${what === 'create' ? 'Created' : 'Deleted'} pod: ${pod}`
        : `Error ${what === 'create' ? 'creating' : 'deleting'}: ${refusal}`,
  ) {}

  /** Whether the cache lags behind this controller's own writes for `key`: then it must wait for the events. */
  behind(key: string, revision: number): boolean {
    return (this.written.get(key) ?? 0) > revision
  }

  /** Whether this controller has deleted it, even if the cache does not show it yet. */
  isGone = (pod: ApiObject): boolean => this.deleted.has(pod.metadata.uid ?? '')

  /** Drops the state of a key whose object is gone. */
  forget(key: string): void {
    this.written.delete(key)
  }

  /** @throws StatusError if the server refuses it; the refusal is also recorded as an event of the owner */
  async create(key: string, owner: ApiObject, pod: ApiObject): Promise<ApiObject> {
    try {
      const made = await this.deps.client.create({ ...PODS, namespace: owner.metadata.namespace }, pod)
      this.written.set(key, Number(made.metadata.resourceVersion))
      await this.events(owner, 'Normal', 'SuccessfulCreate', this.words('create', made.metadata.name ?? '', owner))
      return made
    } catch (error) {
      // A pod with a fixed name may still be there.
      const expected = isStatus(error, 'NotFound') || isStatus(error, 'AlreadyExists') || isNamespaceEnding(error)
      if (!expected)
        await this.events(
          owner,
          'Warning',
          'FailedCreate',
          this.words('create', pod.metadata.name ?? '', owner, messageOf(error)),
        )
      throw error
    }
  }

  /** @throws StatusError if the server refuses it; the refusal is also recorded as an event of the owner */
  async delete(owner: ApiObject, pod: ApiObject): Promise<void> {
    const { name = '', namespace, uid = '' } = pod.metadata
    try {
      await this.deps.client.delete({ ...PODS, namespace }, name, { body: { preconditions: { uid } } })
      await this.events(owner, 'Normal', 'SuccessfulDelete', this.words('delete', name, owner))
    } catch (error) {
      if (!isStatus(error, 'NotFound') && !isStatus(error, 'Conflict')) {
        await this.events(owner, 'Warning', 'FailedDelete', this.words('delete', name, owner, messageOf(error)))
        throw error
      }
    }
    if (this.deleted.size > MOST_DELETED) this.deleted.clear()
    this.deleted.add(uid)
  }
}

// Uids are never reused, and the caches have long seen deletions older than this many.
const MOST_DELETED = 20_000
