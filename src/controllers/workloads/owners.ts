import type { Client, Target } from '../../client/client'
import { isStatus } from '../../client/client'
import type { LabelSelector } from '../../machinery/labels'
import type { ApiObject, OwnerReference } from '../../machinery/object'
import type { ControllerCache } from '../watched-cache'

/** The owner that controls an object. */
export const controllerOf = ({ metadata }: ApiObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true)

/** An index: objects by the identifier of their controller, under '' those that have none. */
export const controllerUid = (object: ApiObject): string => controllerOf(object)?.uid ?? ''

/** What an owner may claim out of a cache with that index: its own objects, and those of its namespace that nobody controls. */
export function candidatesFor({ metadata: { uid = '', namespace } }: ApiObject, cache: ControllerCache): ApiObject[] {
  return [...cache.filed(uid), ...cache.filed('').filter(({ metadata }) => metadata.namespace === namespace)]
}

/** Makes `owner` the controller of what it creates. Objects out of lists carry no kind, so that it is handed in. */
export const ownerReference = (owner: ApiObject, apiVersion: string, kind: string): OwnerReference => ({
  apiVersion,
  kind,
  name: owner.metadata.name ?? '',
  uid: owner.metadata.uid ?? '',
  controller: true,
  blockOwnerDeletion: true,
})

/** The keys of those of `owners` that a changed object concerns: its controller, or else all whose selector takes it. */
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
 * The objects that belong to `owner`. Those that its selector takes and nobody controls are adopted, those of its own that
 * it no longer takes are released.
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
        // Gone, or another one of the same name: nothing to adopt or release any more.
        if (!isStatus(error, 'NotFound') && !isStatus(error, 'Invalid')) throw error
      }
    }
  }
  return claimed
}
