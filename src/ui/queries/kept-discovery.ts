import type { Client } from '../../client/client'
import { whenIdle } from '../../transport/idle'
import { planeKey } from '../../links/plane-key'
import type { Discovery } from './discovery'
import { readDiscovery } from './read-discovery'

const KEPT = planeKey('discovery')
/** Cache of the last parsed text: the document is long, and needed several times while a page opens. */
let parsed: { readonly text: string; readonly discovery: Discovery } | undefined

/**
 * The discovery last read in this browser, so that a page can request its objects before all groups have been read
 * again.
 */
export function keptDiscovery(): Discovery | undefined {
  try {
    const text = localStorage.getItem(KEPT)
    if (text === null) return undefined
    if (text !== parsed?.text) parsed = { text, discovery: JSON.parse(text) as Discovery }
    return parsed.discovery
  } catch {
    return undefined // storage is blocked, or another program wrote it: read discovery from the server
  }
}

/** Delay before discovery is read again, so that an opening page can request its own objects first. */
const FIRST_SIGHT_MS = 500
let opening: Promise<void> | undefined
const firstSight = (): Promise<void> => (opening ??= whenIdle(FIRST_SIGHT_MS))

/** Reads discovery and keeps it for the next page. */
export async function readAndKeep(client: Client): Promise<Discovery> {
  // The stored discovery suffices until then.
  if (keptDiscovery()) await firstSight()
  const discovery = await readDiscovery(client)
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...discovery, missing: [] } satisfies Discovery))
  } catch {
    // Without storage the next page reads discovery first.
  }
  return discovery
}
