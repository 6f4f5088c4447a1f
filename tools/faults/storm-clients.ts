import type { Page } from '@playwright/test'
import type { Operation } from './linearizable'

/** A client's report from a page, before its call and after the answer. */
interface Told {
  readonly id: string
  readonly key: string
  /** Absent before the answer. */
  readonly operation?: Outcome
  readonly kind: 'read' | 'create' | 'update' | 'delete'
  readonly token?: string
  readonly expect?: string
}
type Outcome = { readonly outcome: string } | { readonly seen: string | undefined }

const MAPS = '/api/v1/namespaces/default/configmaps'

/**
 * The history of all keys as seen by clients in pages. A client reports each call before it makes it, so a killed browser leaves calls
 * without an answer, which may or may not have been performed.
 */
export class Histories {
  readonly #begun = new Map<string, { told: Told; start: number }>()
  readonly #ended = new Map<string, Operation[]>()
  #time = 0
  count = 0

  take(told: Told): void {
    const begun = this.#begun.get(told.id)
    if (!begun) {
      this.#begun.set(told.id, { told, start: ++this.#time })
      return
    }
    this.#begun.delete(told.id)
    this.#add(begun.told, begun.start, told.operation)
  }

  #add(told: Told, start: number, outcome?: Outcome): void {
    const unknown = !outcome || ('outcome' in outcome && outcome.outcome === 'unknown')
    // A read without an answer has no information.
    if (told.kind === 'read' && unknown) return
    const { kind, token, expect } = told
    const operation = {
      kind,
      ...(token !== undefined && { token }),
      ...(expect !== undefined && { expect }),
      ...(outcome ?? { outcome: 'unknown' }),
      start,
      end: unknown ? Infinity : ++this.#time,
    } as Operation
    this.#ended.set(told.key, [...(this.#ended.get(told.key) ?? []), operation])
    this.count++
  }

  /** Ends all open calls without an answer. */
  cut(): void {
    for (const { told, start } of this.#begun.values()) this.#add(told, start)
    this.#begun.clear()
  }

  /** Returns the histories since the last call, and clears them. */
  harvest(): Map<string, Operation[]> {
    const all = new Map(this.#ended)
    this.#ended.clear()
    return all
  }
}

/** Receives the reports of the page's clients; call once per page. */
export async function listenTo(page: Page, histories: Histories): Promise<void> {
  await page.exposeFunction('told', (told: Told) => histories.take(told))
}

interface Work {
  readonly maps: string
  readonly keys: readonly string[]
  readonly clients: number
  /** Seed of the clients' choices. */
  readonly seed: number
}

/** Runs in the page: clients use all verbs on the keys until `endClients`. */
function clientsIn({ maps, keys, clients, seed }: Work): void {
  const world = globalThis as unknown as {
    told(told: object): Promise<void>
    storm?: { stop: boolean; running: number }
  }
  const state = (world.storm = { stop: false, running: clients })
  const client = async (n: number): Promise<void> => {
    let random = (seed * 31 + n * 7919) % 2_147_483_646 || 1
    const next = (): number => (random = (random * 16_807) % 2_147_483_647) / 2_147_483_647
    let count = 0
    const call = async (kind: string, key: string, more: object, ask: () => Promise<object>): Promise<void> => {
      const id = `${seed} ${n} ${++count}`
      await world.told({ id, key, kind, ...more })
      const operation = await ask().catch(() => ({ outcome: 'unknown' }))
      await world.told({ id, key, kind, operation })
    }
    const send = (method: string, path: string, body?: object): Promise<Response> =>
      fetch(path, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
    const object = (key: string, token: string, more: object = {}): object => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: key, ...more },
      data: { token },
    })
    const outcomeOf = ({ status }: Response, others: Record<number, string>): object => ({
      outcome: status < 300 ? 'done' : (others[status] ?? 'unknown'),
    })
    while (!state.stop) {
      const key = keys[Math.floor(next() * keys.length)] ?? ''
      const verb = next()
      const token = `${seed}-${n}-${count}`
      if (verb < 0.3)
        await call('create', key, { token }, async () =>
          outcomeOf(await send('POST', maps, object(key, token)), { 409: 'exists' }),
        )
      else if (verb < 0.45)
        await call('delete', key, {}, async () => outcomeOf(await send('DELETE', `${maps}/${key}`), { 404: 'absent' }))
      else {
        let found: { data: { token: string }; metadata: { resourceVersion: string } } | undefined
        await call('read', key, {}, async () => {
          const answer = await send('GET', `${maps}/${key}`)
          if (answer.status !== 200 && answer.status !== 404) return { outcome: 'unknown' }
          found = answer.status === 200 ? ((await answer.json()) as typeof found) : undefined
          return found ? { seen: found.data.token } : {}
        })
        const { resourceVersion } = found?.metadata ?? {}
        if (found && verb > 0.6)
          await call('update', key, { token, expect: found.data.token }, async () =>
            outcomeOf(await send('PUT', `${maps}/${key}`, object(key, token, { resourceVersion })), {
              404: 'refused',
              409: 'refused',
            }),
          )
      }
    }
    state.running--
  }
  for (let n = 0; n < clients; n++) void client(n)
}

/** Starts clients that write and read until `endClients`. */
export const startClients = (page: Page, keys: readonly string[], seed: number): Promise<void> =>
  page.evaluate(clientsIn, { maps: MAPS, keys, clients: 3, seed })

/** Resolves when every client has its last answer. */
export async function endClients(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { storm } = globalThis as unknown as { storm?: { stop: boolean } }
    if (storm) storm.stop = true
  })
  await page.waitForFunction(
    () => ((globalThis as unknown as { storm?: { running: number } }).storm?.running ?? 0) === 0,
    undefined,
    { timeout: 120_000 },
  )
}

/** Adds the final content of each key to its history, as a read. */
export const readAll = (page: Page, keys: readonly string[], seed: number): Promise<void> =>
  page.evaluate(
    async ({ maps, keys, seed }) => {
      const { told } = globalThis as unknown as { told(told: object): Promise<void> }
      for (const key of keys) {
        const id = `last ${seed} ${key}`
        await told({ id, key, kind: 'read' })
        const answer = await fetch(`${maps}/${key}`)
        if (answer.status !== 200 && answer.status !== 404) throw new Error(`${key} is answered with ${answer.status}`)
        const seen = answer.ok ? ((await answer.json()) as { data: { token: string } }).data.token : undefined
        await told({ id, key, kind: 'read', operation: { seen } })
      }
    },
    { maps: MAPS, keys, seed },
  )
