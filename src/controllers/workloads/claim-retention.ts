import { equal } from '../../machinery/json'
import type { ApiObject, OwnerReference } from '../../machinery/object'
import { statefulOf } from './stateful-pods'

/** Who a claim of a stateful set's pod goes with. */
interface Owners {
  readonly set: OwnerReference
  readonly pod: ApiObject
  /** Whether the set still asks for the pod. */
  readonly wanted: boolean
  /** Whether an owner is told as the one that controls, which others respect. */
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
 * The owners that a claim should have by the retention policy of its set: the set where claims go with it, the pod where that was
 * scaled away and its claims go then. Undefined where they are as they should be, or somebody else controls the claim.
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
