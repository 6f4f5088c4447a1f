import { equal } from '../../machinery/json'
import type { ApiObject, OwnerReference } from '../../machinery/object'
import { statefulOf } from './stateful-pods'

/** The possible owners of a claim of a stateful set's pod. */
interface Owners {
  readonly set: OwnerReference
  readonly pod: ApiObject
  /** Whether the set still wants the pod. */
  readonly wanted: boolean
  /** Whether the owner reference is a controller reference. */
  readonly controlling: boolean
}

const ofPod = ({ metadata: { name = '', uid = '' } }: ApiObject): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'Pod',
  name,
  uid,
})
const isThat =
  ({ kind, uid }: OwnerReference) =>
  (other: OwnerReference): boolean =>
    other.uid === uid && other.kind === kind

/**
 * The owners that a claim should have by the retention policy of its set: the set if claims are deleted with it, the pod if it was scaled
 * away and its claims are deleted then. Undefined if they are right already, or if another controller owns the claim.
 */
export function retainedOwners(object: ApiObject, claim: ApiObject, owners: Owners): OwnerReference[] | undefined {
  const { whenDeleted, whenScaled } = statefulOf(object).spec?.persistentVolumeClaimRetentionPolicy ?? {}
  const [set, pod] = [plain(owners.set), ofPod(owners.pod)]
  const before = claim.metadata.ownerReferences ?? []
  const others = before.filter((one) => !isThat(set)(one) && !isThat(pod)(one))
  const foreign = owners.controlling && others.some(({ controller }) => controller === true)
  const scaledAway = whenScaled === 'Delete' && !owners.wanted
  const owner = foreign ? undefined : scaledAway ? pod : whenDeleted === 'Delete' ? set : undefined
  const how = owners.controlling ? { controller: true, blockOwnerDeletion: true } : {}
  const after = [...others, ...(owner ? [{ ...owner, ...how }] : [])]
  const same = before.length === after.length && after.every((one) => before.some((other) => equal(one, other)))
  return same ? undefined : after
}

const plain = ({ apiVersion, kind, name, uid }: OwnerReference): OwnerReference => ({ apiVersion, kind, name, uid })
