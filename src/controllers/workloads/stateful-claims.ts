import { PERSISTENT_VOLUME_CLAIMS } from '../../client/core-targets'
import { behaves } from '../../api/releases/ledger'
import { isStatus } from '../../client/status-error'
import { clone } from '../../machinery/json'
import type { ApiObject, OwnerReference } from '../../machinery/object'
import type { ControllerDeps } from '../controllers'
import { undefinedIfGone } from '../kit'
import { retainedOwners } from './claim-retention'
import type { Recorder } from './events'
import { claimsFor } from './stateful-pods'

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

  /** Creates the missing claims of a pod. */
  async createFor(pod: string): Promise<void> {
    for (const wanted of claimsFor(this.set, pod)) await this.create(wanted, pod)
  }

  private async create(wanted: ApiObject, pod: string): Promise<void> {
    if (this.claimOf(objectName(wanted))) return
    try {
      await this.deps.client.create({ ...PERSISTENT_VOLUME_CLAIMS, namespace: wanted.metadata.namespace }, wanted)
      const told = `create Claim ${objectName(wanted)} Pod ${pod} in StatefulSet ${objectName(this.set)} success`
      await this.events(this.set, 'Normal', 'SuccessfulCreate', told)
    } catch (error) {
      if (!isStatus(error, 'AlreadyExists')) throw error
    }
  }
}
