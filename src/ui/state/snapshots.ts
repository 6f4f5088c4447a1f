import { browserKey } from '../../names/site'

/** A named copy of the whole cluster, stored in this browser until it is deleted. */
export interface Snapshot {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly bytes: number
}

/** Snapshots are stored in the browser's cache, which can hold large texts. */
const open = (): Promise<Cache> => {
  if (!('caches' in globalThis)) throw new Error('This browser cannot store snapshots for this page')
  return caches.open(browserKey('snapshots'))
}
const PATH = '/snapshots/'
const keyOf = (name: string): string => PATH + encodeURIComponent(name)
const AT = 'x-saved-at'

/** All snapshots, newest first. Rejects if the browser has no cache. */
export async function listSnapshots(): Promise<Snapshot[]> {
  const cache = await open()
  const found = await Promise.all(
    (await cache.keys()).map(async (request): Promise<Snapshot> => {
      const response = await cache.match(request)
      return {
        name: decodeURIComponent(new URL(request.url).pathname.slice(PATH.length)),
        at: Number(response?.headers.get(AT) ?? 0),
        bytes: Number(response?.headers.get('content-length') ?? 0),
      }
    }),
  )
  return found.sort((a, b) => b.at - a.at)
}

/** Stores an export under a name, replacing any earlier one. Rejects when the browser has no space. */
export async function saveSnapshot(name: string, text: string, now: number): Promise<void> {
  const body = new TextEncoder().encode(text)
  const headers = { 'content-type': 'application/json', 'content-length': String(body.byteLength), [AT]: String(now) }
  await (await open()).put(keyOf(name), new Response(body, { headers }))
}

/** The export stored under a name. Rejects when there is none. */
export async function readSnapshot(name: string): Promise<string> {
  const response = await (await open()).match(keyOf(name))
  if (!response) throw new Error(`Snapshot ${name} not found`)
  return response.text()
}

/** Deletes a snapshot, if it exists. */
export async function deleteSnapshot(name: string): Promise<void> {
  await (await open()).delete(keyOf(name))
}
