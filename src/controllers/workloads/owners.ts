import type { Client } from '../../client/client'
import { isStatus } from '../../client/status-error'
import type { LabelSelector } from '../../machinery/labels'
import type { ApiObject, OwnerReference } from '../../machinery/object'
import type { ControllerCache } from '../watched-cache'
import type { Target } from '../../client/targets'

/** The owner that controls an object. */
export const controllerOf = ({ metadata }: ApiObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true)

/** Index function: objects by their controller's uid, or by '' if they have none. */
export const controllerUid = (object: ApiObject): string => controllerOf(object)?.uid ?? ''

/** The objects that an owner may claim from a cache with that index: its own, and those of its namespace without a controller. */
export function candidatesFor({ metadata: { uid = '', namespace } }: ApiObject, cache: ControllerCache): ApiObject[] {
  return [...cache.filed(uid), ...cache.filed('').filter(({ metadata }) => metadata.namespace === namespace)]
}

/** The controller reference for an object that `owner` creates. List items carry no kind, so it is passed in. */
export const ownerReference = (owner: ApiObject, apiVersion: string, kind: string): OwnerReference => ({
  apiVersion,
  kind,
  name: owner.metadata.name ?? '',
  uid: owner.metadata.uid ?? '',
  controller: true,
  blockOwnerDeletion: true,
})

/** The keys of the `owners` that a changed object affects: its controller, or else all whose selector matches it. */
export function ownersOf(
  object: ApiObject,
  kind: string,
  owners: ControllerCache | undefined,
  selectorOf: (owner: ApiObject) => LabelSelector,
): string[] {
  const { namespace = '' } = object.metadata
  const owner = controllerOf(object)
  if (owner) return owner.kind === kind ? [`${namespace}/${owner.name}`] : []
  return (owners?.list(namespace) ?? [])
    .filter((candidate) => selectorOf(candidate).matches(object.metadata.labels))
    .map(({ metadata }) => `${namespace}/${metadata.name ?? ''}`)
}

/**
 * The objects that belong to `owner`. Objects that its selector matches and nobody controls are adopted; its own that no longer match are
 * released.
 */
export async function claim(
  client: Client,
  target: Target,
  owner: OwnerReference,
  deleting: boolean,
  selector: LabelSelector,
  candidates: readonly ApiObject[],
): Promise<ApiObject[]> {
  const claimed: ApiObject[] = []
  for (const object of candidates) {
    const { name = '', namespace, uid, labels, deletionTimestamp } = object.metadata
    const current = controllerOf(object)
    if (current && current.uid !== owner.uid) continue
    const matches = selector.matches(labels)
    if (current && matches) claimed.push(object)
    else if ((!current && !matches) || deleting || deletionTimestamp) continue
    else {
      const patch = current
        ? { metadata: { uid, ownerReferences: [{ $patch: 'delete', uid: owner.uid }] } }
        : { metadata: { uid, ownerReferences: [owner] } }
      try {
        const changed = await client.patch({ ...target, namespace }, name, 'strategic', patch)
        if (!current) claimed.push(changed)
      } catch (error) {
        // Gone, or replaced by another one of the same name: there is nothing to adopt or release.
        if (!isStatus(error, 'NotFound') && !isStatus(error, 'Invalid')) throw error
      }
    }
  }
  return claimed
}
