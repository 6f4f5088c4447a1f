import type { PodTemplate } from '../../api/kinds/shared/pod-types'
import type { Client } from '../../client/client'
import { clone, equal, sortMembers } from '../../machinery/json'
import type { ApiObject, OwnerReference } from '../../machinery/object'
import { remove } from '../kit'
import { isStatus } from '../../client/status-error'
import type { Target } from '../../client/targets'

/** Where controller revisions are served. */
export const REVISIONS: Target = { group: 'apps', version: 'v1', resource: 'controllerrevisions' }
/** Label of pods: the template revision that they were created from. */
export const REVISION_HASH = 'controller-revision-hash'

/** The number of a revision in the history of its owner. */
export const numberOf = (revision: ApiObject): number => Number(revision['revision'] ?? 0)
/** What a revision stores of a template. Clients compare its text, so members stand in the order in which Go writes maps. */
export const revisionData = (template: PodTemplate | undefined) =>
  sortMembers({ spec: { template: { ...plain(template), $patch: 'replace' } } })

/** A template as Go's JSON encoder writes it, with a null creationTimestamp. */
function plain(template: PodTemplate | undefined): object {
  const { metadata, ...rest } = clone(template ?? {})
  return { ...rest, metadata: { ...metadata, creationTimestamp: null } }
}

/** The template that a revision stores. */
export function templateOf(revision: ApiObject): PodTemplate {
  const { spec } = revision['data'] as { spec: { template: PodTemplate & { $patch?: string } } }
  const template = clone(spec.template)
  delete template.$patch
  return withoutTime(template)
}

/** Revisions differ in whether they store a null creationTimestamp of the template; it is ignored. */
function withoutTime(template: PodTemplate | undefined): PodTemplate {
  const copy = clone(template ?? {})
  delete (copy.metadata as { creationTimestamp?: unknown } | undefined)?.creationTimestamp
  return copy
}

/** The name belongs to a revision of another owner: the owner's collisionCount must grow before another attempt. */
export class CollisionError extends Error {
  override readonly name = 'CollisionError'
}

interface Wanted {
  readonly owner: OwnerReference
  readonly namespace: string | undefined
  readonly template: PodTemplate | undefined
  readonly labels: Readonly<Record<string, string>>
  /** The owner's annotations. */
  readonly annotations: Readonly<Record<string, string>> | undefined
  /** The label of a revision for its hash. */
  readonly hashLabel: string
  /** The hash of the template in the name of a new revision. */
  readonly hash: () => string | Promise<string>
}

/** The revision of the current template: an existing one, moved to the end of the history, or a new one. @throws CollisionError */
export async function revisionFor(client: Client, wanted: Wanted, history: readonly ApiObject[]): Promise<ApiObject> {
  const { owner, namespace, template, labels, annotations, hashLabel } = wanted
  const data = revisionData(template)
  const last = Math.max(0, ...history.map(numberOf))
  const isSame = (revision: ApiObject) => equal(withoutTime(templateOf(revision)), withoutTime(template))
  const same = history.filter(isSame).sort((a, b) => numberOf(b) - numberOf(a))[0]
  const at = { ...REVISIONS, namespace }
  if (same && numberOf(same) === last) return same
  if (same) return client.update(at, { ...clone(same), revision: last + 1 })
  const hash = await wanted.hash()
  const name = `${owner.name}-${hash}`
  try {
    return await client.create(at, {
      metadata: {
        name,
        labels: { ...labels, [hashLabel]: hash },
        ...(annotations && { annotations }),
        ownerReferences: [owner],
      },
      data,
      revision: last + 1,
    })
  } catch (error) {
    if (!isStatus(error, 'AlreadyExists')) throw error
    const there = await client.get(at, name)
    if (isSame(there) && there.metadata.ownerReferences?.some(({ uid }) => uid === owner.uid)) return there
    throw new CollisionError(`a revision ${name} of somebody else is there`)
  }
}

/** Deletes the oldest unused revisions, keeping `limit` of them; `counted` if others count for the limit, too. */
export async function trimHistory(
  client: Client,
  history: readonly ApiObject[],
  used: (revision: ApiObject) => boolean,
  limit: number,
  counted?: number,
): Promise<void> {
  const unused = history.filter((revision) => !used(revision)).sort((a, b) => numberOf(a) - numberOf(b))
  const surplus = Math.max(0, (counted ?? unused.length) - limit)
  for (const revision of unused.slice(0, surplus)) await remove(client, REVISIONS, revision)
}
