import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Client } from '../../client/client'
import type { ApiObject, OwnerReference } from '../../machinery/object'
import { useSystemClient } from '../state/connection'
import { pathOf } from '../../client/targets'
import { useChanges } from './changes'
import { apiVersionFor, type Discovery, type ResourceInfo } from './discovery'
import { useDiscovery } from './use-discovery'

/** An object's metadata and its kind. */
export interface Known {
  readonly info: ResourceInfo
  readonly meta: ApiObject['metadata']
}

/** The metadata of all objects, by uid and by owner. */
export interface Relations {
  readonly byUid: ReadonlyMap<string, Known>
  readonly byOwner: ReadonlyMap<string, readonly Known[]>
  readonly all: readonly Known[]
  /** Kinds that could not be listed, each with the reason. */
  readonly unread: readonly Unread[]
}

/** A kind whose objects could not be read. */
export interface Unread {
  readonly info: ResourceInfo
  readonly error: unknown
}

const METADATA = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.orch.io,application/json'

/** The metadata of all objects: of everything, or of a namespace and the cluster-scoped kinds. Rejects if no kind can be listed. */
export async function readRelations(client: Client, discovery: Discovery, namespace?: string): Promise<Relations> {
  const queue = discovery.resources.filter((info) => info.preferred && info.verbs.includes('list'))
  const kinds = queue.length
  const all: Known[] = []
  const unread: Unread[] = []
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let info = queue.shift(); info; info = queue.shift()) {
        const current = info
        try {
          const target = current.namespaced && namespace ? { ...current, namespace } : current
          const list = await client.json<{ items: ApiObject[] | null }>('GET', pathOf(target), undefined, {
            headers: { accept: METADATA },
          })
          for (const item of list.items ?? []) all.push({ info: current, meta: item.metadata })
        } catch (error) {
          // A kind that cannot be listed must not hide the relations of the others.
          unread.push({ info: current, error })
        }
      }
    }),
  )
  const [first] = unread
  if (first && unread.length === kinds) throw first.error
  const byUid = new Map(all.flatMap((known) => (known.meta.uid ? [[known.meta.uid, known] as const] : [])))
  const byOwner = new Map<string, Known[]>()
  for (const known of all)
    for (const { uid } of known.meta.ownerReferences ?? []) {
      const owned = byOwner.get(uid)
      if (owned) owned.push(known)
      else byOwner.set(uid, [known])
    }
  return { byUid, byOwner, all, unread }
}

/** Relations around a namespace, read again after writes in it. */
export function useRelations(namespace: string | undefined, enabled = true) {
  const client = useSystemClient()
  const queries = useQueryClient()
  const discovery = useDiscovery().data
  useChanges((changes) => {
    if (enabled && changes.some((c) => !namespace || !c.namespace || c.namespace === namespace))
      void queries.invalidateQueries({ queryKey: ['relations', namespace ?? ''] })
  })
  return useQuery({
    queryKey: ['relations', namespace ?? '', discovery?.resources.length],
    queryFn: () =>
      discovery ? readRelations(client, discovery, namespace) : Promise.reject(new Error('discovery is not there yet')),
    enabled: enabled && discovery !== undefined,
    staleTime: 10_000,
  })
}

/**
 * Everything that is deleted together with an object: its dependents, theirs in turn, and all content of a namespace.
 */
export function dependents(relations: Relations, root: Known): Known[] {
  const taken = new Map<string, Known>()
  const visit = (known: Known): void => {
    for (const child of relations.byOwner.get(known.meta.uid ?? '') ?? []) {
      const uid = child.meta.uid ?? ''
      if (taken.has(uid) || uid === root.meta.uid) continue
      taken.set(uid, child)
      visit(child)
    }
  }
  if (root.info.group === '' && root.info.resource === 'namespaces')
    for (const known of relations.all)
      if (known.info.namespaced && known.meta.namespace === root.meta.name) taken.set(known.meta.uid ?? '', known)
  visit(root)
  return [...taken.values()]
}

/** The owner reference that dependents of an object have. */
export const ownerReferenceTo = ({ info, meta }: Known): OwnerReference => ({
  apiVersion: apiVersionFor(info),
  kind: info.kind,
  name: meta.name ?? '',
  uid: meta.uid ?? '',
})
