import { browserKey } from '../../names/site'

/** A copy of the whole cluster under a name, kept in this browser until it is deleted. */
export interface Snapshot {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly bytes: number
}

/** Where texts are kept by name: the browser's cache, which holds large ones. */
const open = (): Promise<Cache> => {
  if (!('caches' in globalThis)) throw new Error('This browser keeps no snapshots for this page')
  return caches.open(browserKey('snapshots'))
}
const PATH = '/snapshots/'
const keyOf = (name: string): string => PATH + encodeURIComponent(name)
const AT = 'x-saved-at'

/** All snapshots, the newest first. Rejects where the browser keeps none. */
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

/** Keeps an export under a name, in place of what had that name. Rejects when the browser gives no space. */
export async function saveSnapshot(name: string, text: string, now: number): Promise<void> {
  const body = new TextEncoder().encode(text)
  const headers = { 'content-type': 'application/json', 'content-length': String(body.byteLength), [AT]: String(now) }
  await (await open()).put(keyOf(name), new Response(body, { headers }))
}

/** The export that is kept under a name. Rejects when there is none. */
export async function readSnapshot(name: string): Promise<string> {
  const response = await (await open()).match(keyOf(name))
  if (!response) throw new Error(`There is no snapshot ${name}`)
  return response.text()
}

/** Forgets a snapshot; nothing happens when there is none. */
export async function deleteSnapshot(name: string): Promise<void> {
  await (await open()).delete(keyOf(name))
}
