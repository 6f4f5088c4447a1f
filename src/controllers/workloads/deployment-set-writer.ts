import { behaves } from '../../api/releases/ledger'
import type { Client } from '../../client/client'
import { clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { isStatus } from '../../client/status-error'
import type { Target } from '../../client/targets'
import { templateHash } from './template-hash'
import {
  DEPLOYMENT_KIND,
  DEPLOYMENTS,
  deploymentOf,
  HASH_LABEL,
  newSetOf,
  newSetSize,
  REVISION,
  replicasOf,
  revisionOf,
  setAnnotations,
  setOf,
  SETS,
} from './deployment-sets'
import type { Recorder } from './events'
import { ownerReference } from './owners'

/** Creates, updates and scales the replica sets of one deployment. */
export class DeploymentSetWriter {
  private readonly spec
  private readonly namespace
  /** Whether this writer created the new set. */
  created = false

  constructor(
    private readonly client: Client,
    private readonly release: number,
    private readonly events: Recorder,
    /** The caller's copy; each write updates its metadata. */
    private readonly object: ApiObject,
    private readonly wrote: (set: ApiObject) => void,
  ) {
    this.spec = deploymentOf(object).spec ?? {}
    this.namespace = object.metadata.namespace
  }

  /** The set of the current template with its revision; created if it is missing and `create` is set. */
  async newSet(sets: readonly ApiObject[], create: boolean): Promise<ApiObject | undefined> {
    const found = newSetOf(this.object, sets)
    const revision = Math.max(0, ...sets.filter((set) => set !== found).map(revisionOf)) + 1
    if (found) {
      const annotations = setAnnotations(this.object, found, Math.max(revision, revisionOf(found)))
      const minReadySeconds = this.spec.minReadySeconds ?? 0
      const same = equal(annotations, found.metadata.annotations ?? {})
      if (same && (setOf(found).spec?.minReadySeconds ?? 0) === minReadySeconds) return this.revised(found)
      const updated = clone(found)
      updated.metadata.annotations = annotations
      setOf(updated).spec = { ...setOf(updated).spec, minReadySeconds }
      return this.revised(await this.update(updated))
    }
    return create ? this.revised(await this.create(sets, revision)) : undefined
  }

  private async create(sets: readonly ApiObject[], revision: number): Promise<ApiObject> {
    const { template, minReadySeconds = 0, selector } = this.spec
    const hash = await templateHash(template, deploymentOf(this.object).status?.collisionCount)
    const copy = clone(template ?? {})
    copy.metadata = { ...copy.metadata, labels: { ...copy.metadata?.labels, [HASH_LABEL]: hash } }
    delete (copy.metadata as { creationTimestamp?: unknown }).creationTimestamp
    const set: ApiObject = {
      metadata: {
        name: `${this.object.metadata.name ?? ''}-${hash}`,
        labels: copy.metadata.labels,
        annotations: setAnnotations(this.object, undefined, revision),
        ownerReferences: [ownerReference(this.object, DEPLOYMENT_KIND.apiVersion, DEPLOYMENT_KIND.kind)],
      },
      spec: {
        replicas: 0,
        minReadySeconds,
        selector: { ...selector, matchLabels: { ...selector?.matchLabels, [HASH_LABEL]: hash } },
        template: copy,
      },
    }
    const room = newSetSize(this.object, [...sets, set], set)
    setOf(set).spec = { ...setOf(set).spec, replicas: room }
    try {
      const made = await this.client.create(this.at(SETS), set)
      this.wrote(made)
      this.created = true
      if (room > 0) await this.told(made, undefined, room)
      return made
    } catch (error) {
      if (isStatus(error, 'AlreadyExists')) await this.countCollision()
      throw error
    }
  }

  /** The name belongs to a set of another owner: a higher collision count gives the next one another hash. */
  private async countCollision(): Promise<void> {
    const updated = clone(this.object)
    updated['status'] = {
      ...deploymentOf(updated).status,
      collisionCount: (deploymentOf(updated).status?.collisionCount ?? 0) + 1,
    }
    await this.client.update(this.at(DEPLOYMENTS), updated, { subresource: 'status' })
  }

  /** Copies the revision of its set to the deployment. */
  private async revised(set: ApiObject): Promise<ApiObject> {
    const revision = set.metadata.annotations?.[REVISION]
    if (revision === undefined || this.object.metadata.annotations?.[REVISION] === revision) return set
    const updated = clone(this.object)
    updated.metadata.annotations = { ...updated.metadata.annotations, [REVISION]: revision }
    // Through the status, because an annotation written to the object itself would raise its generation.
    const revised = await this.client.update(this.at(DEPLOYMENTS), updated, { subresource: 'status' })
    // Later writes build on this version.
    this.object.metadata = revised.metadata
    return set
  }

  /** Scales a set; returns whether its size had to change. */
  async scale(set: ApiObject, size: number): Promise<boolean> {
    const annotations = setAnnotations(this.object, set)
    const before = replicasOf(set)
    if (before === size && equal(annotations, set.metadata.annotations ?? {})) return false
    const updated = clone(set)
    updated.metadata.annotations = annotations
    setOf(updated).spec = { ...setOf(updated).spec, replicas: size }
    await this.update(updated)
    if (size !== before) await this.told(set, before, size)
    return size !== before
  }

  private async update(set: ApiObject): Promise<ApiObject> {
    const updated = await this.client.update(this.at(SETS), set)
    this.wrote(updated)
    return updated
  }

  private told({ metadata }: ApiObject, before: number | undefined, size: number): Promise<void> {
    const message = scalingMessage(this.release, metadata.name ?? '', before, size)
    return this.events(this.object, 'Normal', 'ScalingReplicaSet', message)
  }

  private at(target: Target): Target {
    return { ...target, namespace: this.namespace }
  }
}

/** The event message for a scaled set; `before` is undefined for a new one. */
export function scalingMessage(release: number, set: string, before: number | undefined, size: number): string {
  const what = `Scaled ${size > (before ?? 0) ? 'up' : 'down'} replica set ${set}`
  if (behaves('scaling-from-to', release)) return `${what} from ${before ?? 0} to ${size}`
  const told = before !== undefined && behaves('scaling-tells-old-size', release)
  return `${what} to ${size}${told ? ` from ${before}` : ''}`
}
