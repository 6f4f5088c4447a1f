import { useDeferredValue, useEffect, useState } from 'react'
import { create } from 'zustand'
import type { Client } from '../../client/client'
import { useSystemClient } from '../state/connection'
import { pathOf } from '../../client/targets'
import { useChanges } from './changes'
import { type Discovery, resourceTitle, type ResourceInfo } from './discovery'
import { useDiscovery } from './use-discovery'

interface Counted {
  readonly counts: Readonly<Record<string, number>>
  /** True once something has displayed counts. */
  readonly wanted: boolean
  /** Why kinds could not be counted when that was last tried. */
  readonly failed: ReadonlyMap<string, Failed>
  /** Whether the first counts are complete. A cluster that starts writes in bursts: pages would move with each. */
  readonly known: boolean
}

interface Failed {
  readonly error: unknown
  readonly info: ResourceInfo
  readonly client: Client
}

/** Why some kinds could not be counted. */
export interface CountFault {
  /** That of the first kind. */
  readonly error: unknown
  /** The number of kinds without a count. */
  readonly kinds: number
}

const useCounted = create<Counted>()(() => ({ counts: {}, wanted: false, failed: new Map(), known: false }))

/** Why some kinds have no count. */
export function useCountFault(): CountFault | undefined {
  const failed = useCounted((state) => state.failed)
  const [first] = failed.values()
  return first && { error: first.error, kinds: failed.size }
}

/** Counts the kinds once more that could not be counted. */
export async function countFailed(): Promise<void> {
  const failed = [...useCounted.getState().failed.values()]
  const [first] = failed
  if (first)
    await count(
      first.client,
      failed.map(({ info }) => info),
    )
}

/**
 * The number of objects of each kind, by qualified resource name; undefined until they are known. Counting starts with the first use. Dozens
 * of links show them, so they are drawn in slices, between which the page can answer a click.
 */
export function useCounts(): Counted['counts'] | undefined {
  useEffect(() => useCounted.setState({ wanted: true }), [])
  return useDeferredValue(useCounted(({ known, counts }) => (known ? counts : undefined)))
}

/** The first counts are complete when none has changed for this long, and nothing was written. */
const QUIET_MS = 250
/** Counts follow writes after this time. */
const PACE_MS = 500
/** The first counts are shown after this time, complete or not. */
const MOST_MS = 3_000
let firstMs: number | undefined
let quiet: ReturnType<typeof setTimeout> | undefined

/** Shows the first counts when nothing has changed them for `ms`. */
function showAfter(ms: number): void {
  if (useCounted.getState().known) return
  const now = performance.now()
  firstMs ??= now
  clearTimeout(quiet)
  quiet = setTimeout(() => useCounted.setState({ known: true }), Math.min(ms, firstMs + MOST_MS - now))
}

const METADATA = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.orch.io,application/json'

/** Kinds that are counted at the same time. */
const AT_ONCE = 4

async function countOf(client: Client, info: ResourceInfo): Promise<number> {
  const list = await client.json<{ items: unknown[] | null; metadata: { remainingItemCount?: number } }>(
    'GET',
    pathOf(info),
    undefined,
    {
      query: { limit: 1, resourceVersion: '' },
      headers: { accept: METADATA },
    },
  )
  return (list.items?.length ?? 0) + (list.metadata.remainingItemCount ?? 0)
}

const listable = (discovery: Discovery): ResourceInfo[] =>
  discovery.resources.filter((r) => r.preferred && r.verbs.includes('list'))

/** Counts objects, a few kinds at a time, so that other requests get their turn. */
export async function count(client: Client, infos: readonly ResourceInfo[]): Promise<void> {
  const queue = [...infos]
  const found: Record<string, number> = {}
  const failed = new Map<string, Failed>()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let info = queue.shift(); info; info = queue.shift()) {
        const current = info
        try {
          found[resourceTitle(current)] = await countOf(client, current)
        } catch (error) {
          failed.set(resourceTitle(current), { error, info: current, client })
        }
      }
    }),
  )
  useCounted.setState((state) => {
    const others = new Map(state.failed)
    for (const info of infos) others.delete(resourceTitle(info))
    const same = Object.entries(found).every(([kind, number]) => state.counts[kind] === number)
    return {
      // Everything that shows counts is drawn again when they change.
      counts: same ? state.counts : { ...state.counts, ...found },
      failed: failed.size + others.size + state.failed.size === 0 ? state.failed : new Map([...others, ...failed]),
    }
  })
  showAfter(QUIET_MS)
}

/**
 * Keeps the counts current once they are displayed: all of them when kinds change, otherwise those affected by writes.
 */
export function useCounting(): void {
  const client = useSystemClient()
  const { data, isPlaceholderData } = useDiscovery()
  const wanted = useCounted((state) => state.wanted)
  const discovery = isPlaceholderData || !wanted ? undefined : data
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), 300)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!discovery || !idle) return
    // Kinds that are no longer served need no count.
    useCounted.setState({ failed: new Map() })
    void count(client, listable(discovery))
  }, [client, discovery, idle])
  // A write whose count follows: the first counts wait for it.
  useChanges((changes) => {
    if (firstMs !== undefined && changes.some((change) => change.counts)) showAfter(PACE_MS + QUIET_MS)
  }, 0)
  useChanges((changes) => {
    if (!discovery) return
    const touched = new Set(changes.filter((c) => c.counts).map(resourceTitle))
    // Deleting a namespace or a definition also deletes objects of other kinds, later, through controllers.
    void count(
      client,
      listable(discovery).filter((info) => touched.has(resourceTitle(info))),
    )
  }, PACE_MS)
}
