import type { Client } from '../../../client/client'
import type { KnownKeys } from '../../../api/policies/openapi-type'
import type { ResourceInfo } from '../../queries/discovery'
import { pathOf } from '../../../client/targets'

const METADATA = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.orch.io,application/json'
/** Number of objects of a kind that are sampled, since their keys are much alike. */
const MOST_OBJECTS = 200
/** A policy that matches more kinds than this is about their common fields. */
const MOST_KINDS = 6

interface Item {
  readonly metadata: {
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
  }
}

/** The keys found in objects, most frequent first. */
export function keysIn(items: readonly Item[]): KnownKeys {
  const counted = (member: 'labels' | 'annotations'): readonly string[] => {
    const counts = new Map<string, number>()
    for (const { metadata } of items)
      for (const key of Object.keys(metadata[member] ?? {})) counts.set(key, (counts.get(key) ?? 0) + 1)
    return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([key]) => key)
  }
  const labels = counted('labels')
  return { labels, matchLabels: labels, annotations: counted('annotations') }
}

/** The label and annotation keys of stored objects of some kinds. Kinds that can't be listed contribute none. */
export async function knownKeys(client: Client, kinds: readonly ResourceInfo[]): Promise<KnownKeys> {
  const lists = await Promise.all(
    kinds.slice(0, MOST_KINDS).map(async (info) => {
      try {
        const query = { limit: MOST_OBJECTS, resourceVersion: '0' }
        const list = await client.json<{ items: Item[] | null }>('GET', pathOf(info), undefined, {
          query,
          headers: { accept: METADATA },
        })
        return list.items ?? []
      } catch {
        return [] // no suggestions from objects that the user may not read
      }
    }),
  )
  return keysIn(lists.flat())
}
