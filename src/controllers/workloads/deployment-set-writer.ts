import { behaves } from '../../api/releases/ledger'
import type { Client } from '../../client/client'
import { clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import { isNamespaceEnding, isStatus } from '../../client/status-error'
import type { Target } from '../../client/targets'
import type { ControllerDeps } from '../controllers'
import { templateHash } from './template-hash'
import {
  byRevision,
  DEPLOYMENT_KIND,
  DEPLOYMENTS,
  deploymentOf,
  HASH_LABEL,
  newSetOf,
  newSetSize,
  REVISION,
  replicasOf,
  revisionAnnotations,
  revisionOf,
  setOf,
  SETS,
  sizeAnnotations,
  withoutHash,
} from './deployment-sets'
import { deadlineOf, type Progress, rolloutConditionOf, withProgress } from './deployment-status'
import type { Recorder } from './events'
import { controllerOf, ownerReference } from './owners'

const nameOf = ({ metadata }: ApiObject): string => metadata.name ?? ''

/** Creates, updates and scales the replica sets of one deployment. */
export class DeploymentSetWriter {
  private readonly spec
  private readonly namespace

  constructor(
    private readonly deps: ControllerDeps,
    private readonly events: Recorder,
    /** The caller's copy; each write updates it. */
    private readonly object: ApiObject,
    private readonly wrote: (set: ApiObject) => void,
  ) {
    this.spec = deploymentOf(object).spec ?? {}
    this.namespace = object.metadata.namespace
  }

  /** The set of the current template with its revision; created if it is missing and `create` is set. */
  async newSet(sets: readonly ApiObject[], create: boolean): Promise<ApiObject | undefined> {
    const found = newSetOf(this.object, sets)
    const highest = byRevision(sets.filter((set) => set !== found)).at(-1)
    const revision = (highest ? revisionOf(highest) : 0n) + 1n
    if (!found) return create ? this.create(sets, revision) : undefined
    const annotations = revisionAnnotations(this.object, found, revision)
    const minReadySeconds = this.spec.minReadySeconds ?? 0
    const same = equal(annotations, found.metadata.annotations ?? {})
    if (same && (setOf(found).spec?.minReadySeconds ?? 0) === minReadySeconds)
      return this.revised(found, this.reached('FoundNewReplicaSet', `Found new replica set "${nameOf(found)}"`))
    const updated = clone(found)
    updated.metadata.annotations = annotations
    setOf(updated).spec = { ...setOf(updated).spec, minReadySeconds }
    return this.update(updated)
  }

  private async create(sets: readonly ApiObject[], revision: bigint): Promise<ApiObject> {
    const { template, minReadySeconds = 0, selector } = this.spec
    const hash = await templateHash(template, deploymentOf(this.object).status?.collisionCount)
    const copy = withoutHash(template)
    copy.metadata = { ...copy.metadata, labels: { ...copy.metadata?.labels, [HASH_LABEL]: hash } }
    const set: ApiObject = {
      metadata: {
        name: `${nameOf(this.object)}-${hash}`,
        labels: copy.metadata.labels,
        ownerReferences: [ownerReference(this.object, DEPLOYMENT_KIND.apiVersion, DEPLOYMENT_KIND.kind)],
      },
      spec: {
        replicas: 0,
        minReadySeconds,
        selector: { ...selector, matchLabels: { ...selector?.matchLabels, [HASH_LABEL]: hash } },
        template: copy,
      },
    }
    set.metadata.annotations = {
      ...revisionAnnotations(this.object, set, revision),
      ...sizeAnnotations(this.object, set),
    }
    const room = newSetSize(this.object, [...sets, set], set)
    setOf(set).spec = { ...setOf(set).spec, replicas: room }
    const made = await this.client.create(this.at(SETS), set).catch((error: unknown) => this.refused(set, error))
    this.wrote(made)
    if (room > 0) await this.told(made, undefined, room)
    const progress = this.reached('NewReplicaSetCreated', `Created new replica set "${nameOf(made)}"`, true)
    return this.revised(made, progress)
  }

  /** The set, if another run has created it. @throws the error otherwise, after it was recorded */
  private async refused(set: ApiObject, error: unknown): Promise<ApiObject> {
    if (isStatus(error, 'AlreadyExists')) {
      const there = await this.client.get(this.at(SETS), nameOf(set))
      if (controllerOf(there)?.uid === this.object.metadata.uid && newSetOf(this.object, [there])) return there
      // The name belongs to another set: a higher collision count gives the next one another hash.
      const { status } = deploymentOf(this.object)
      await this.writeStatus({ ...status, collisionCount: (status?.collisionCount ?? 0) + 1 })
    } else if (!isNamespaceEnding(error)) {
      const [reason, message] = ['ReplicaSetCreateError', `Failed to create new replica set "${nameOf(set)}"`]
      const told = `${message}: ${messageOf(error)}`
      const failed = { status: 'False', reason, message: told } as const
      if (deadlineOf(this.object) !== undefined)
        await this.writeStatus(withProgress(this.object, failed, this.deps.clock.now()))
      await this.events(this.object, 'Warning', reason, told)
    }
    throw error
  }

  /** A condition about a set that was reached; undefined if there is one (unless `replace`), or no deadline. */
  private reached(reason: string, message: string, replace = false): Progress | undefined {
    if (deadlineOf(this.object) === undefined || (!replace && rolloutConditionOf(this.object))) return undefined
    return { status: 'True', reason, message }
  }

  /** Copies the revision of its set to the deployment, and adds a condition. */
  private async revised(set: ApiObject, progress: Progress | undefined): Promise<ApiObject> {
    const revision = set.metadata.annotations?.[REVISION]
    const same = revision === undefined || this.object.metadata.annotations?.[REVISION] === revision
    if (same && !progress) return set
    const { status = {} } = deploymentOf(this.object)
    const { metadata } = this.object
    if (revision !== undefined)
      this.object.metadata = { ...metadata, annotations: { ...metadata.annotations, [REVISION]: revision } }
    // Through the status, because an annotation written to the object itself would raise its generation.
    await this.writeStatus(progress ? withProgress(this.object, progress, this.deps.clock.now()) : status)
    return set
  }

  /** Writes the status; later writes build on the new version. */
  async writeStatus(status: object): Promise<void> {
    const written = await this.client.update(
      this.at(DEPLOYMENTS),
      { ...clone(this.object), status },
      { subresource: 'status' },
    )
    this.object.metadata = written.metadata
    this.object.status = written.status
  }

  /** Scales a set; returns whether its size had to change. */
  async scale(set: ApiObject, size: number): Promise<boolean> {
    return replicasOf(set) !== size && this.resize(set, size)
  }

  /** Scales a set, and records the size of its deployment even if its own stays; returns whether its own had to change. */
  async resize(set: ApiObject, size: number): Promise<boolean> {
    const annotations = sizeAnnotations(this.object, set)
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
    const message = scalingMessage(this.deps.release, metadata.name ?? '', before, size)
    return this.events(this.object, 'Normal', 'ScalingReplicaSet', message)
  }

  private get client(): Client {
    return this.deps.client
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
