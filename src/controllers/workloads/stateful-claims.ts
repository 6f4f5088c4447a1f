import { PERSISTENT_VOLUME_CLAIMS } from '../../client/core-targets'
import { behaves } from '../../api/releases/ledger'
import { isStatus } from '../../client/status-error'
import { messageOf } from '../../machinery/message-of'
import { clone } from '../../machinery/json'
import type { ApiObject, OwnerReference } from '../../machinery/object'
import type { ControllerDeps } from '../controllers'
import { undefinedIfGone } from '../kit'
import { retainedOwners } from './claim-retention'
import type { Recorder } from './events'
import { claimsFor, podWords } from './stateful-pods'

/** The name of an object; empty if it has none. */
export const objectName = ({ metadata }: ApiObject): string => metadata.name ?? ''

/** The volume claims of one stateful set's pods. */
export class StatefulSetClaims {
  constructor(
    private readonly deps: ControllerDeps,
    private readonly events: Recorder,
    private readonly set: ApiObject,
    private readonly owner: OwnerReference,
    /** A claim of the set's namespace by its name. */
    private readonly claimOf: (name: string) => ApiObject | undefined,
  ) {}

  /** Sets the owners of claims by the set's retention policy. Call it before pods are deleted, so that claims can refer to theirs. */
  async retain(pods: readonly ApiObject[], wants: (pod: ApiObject) => boolean): Promise<void> {
    const controlling = behaves('claims-are-controlled', this.deps.release)
    for (const pod of pods) {
      const wanted = wants(pod)
      for (const { metadata } of claimsFor(this.set, objectName(pod))) {
        const found = this.claimOf(metadata.name ?? '')
        const owners = found && retainedOwners(this.set, found, { set: this.owner, pod, wanted, controlling })
        if (!owners) continue
        const changed = clone(found)
        changed.metadata.ownerReferences = owners
        await undefinedIfGone(
          this.deps.client.update({ ...PERSISTENT_VOLUME_CLAIMS, namespace: metadata.namespace }, changed),
        )
      }
    }
  }

  /** Creates the missing claims of a pod. @throws Error if one cannot be created or is being deleted, after an event about the pod */
  async createFor(pod: string): Promise<void> {
    const refusals: string[] = []
    for (const wanted of claimsFor(this.set, pod))
      await this.create(wanted, pod).catch((error: unknown) => refusals.push(messageOf(error)))
    if (refusals.length === 0) return
    const refusal = refusals.length === 1 ? String(refusals[0]) : `[${refusals.join(', ')}]`
    await this.events(this.set, 'Warning', 'FailedCreate', podWords('create', pod, this.set, refusal))
    throw new Error(refusal)
  }

  private async create(wanted: ApiObject, pod: string): Promise<void> {
    const name = objectName(wanted)
    const there = this.claimOf(name)
    if (there?.metadata.deletionTimestamp) throw new Error(`pvc ${name} is being deleted`)
    if (there) return
    const [claim, set] = [`create Claim ${name}`, `Pod ${pod} in StatefulSet ${objectName(this.set)}`]
    try {
      await this.deps.client.create({ ...PERSISTENT_VOLUME_CLAIMS, namespace: wanted.metadata.namespace }, wanted)
      await this.events(this.set, 'Normal', 'SuccessfulCreate', `${claim} ${set} success`)
    } catch (error) {
      if (isStatus(error, 'AlreadyExists')) return
      const refusal = messageOf(error)
      await this.events(this.set, 'Warning', 'FailedCreate', `${claim} for ${set} failed error: ${refusal}`)
      throw new Error(`failed to create PVC ${name}: ${refusal}`, { cause: error })
    }
  }
}
