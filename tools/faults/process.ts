import 'fake-indexeddb/auto'
import { startHost } from '../../src/control-plane-host'
import { createFakeClock } from '../../src/testing/fake-clock'
import { askHost, hostWorld } from '../../src/testing/host'
import { damagesOf, dump, restore } from '../../src/testing/store-damage'
import { deleteStore } from '../../src/store/indexeddb-database'
import { openIndexedDbStore } from '../../src/store/indexeddb'
import type { Store } from '../../src/store/store'
import { importEntries } from '../../src/store/transfer'
import { isLinearizable, type Operation, shrink } from './linearizable'
import { randomOf } from './random'
import { type Followed, watchProblems } from './watch-checks'

export { importRound } from './imports'

let names = 0

/** Everything that a store holds, as one text. */
const contentOf = (store: Store): string => {
  const { entries, revision } = store.list('/')
  return JSON.stringify([revision, entries.map(({ key, revision: at, value }) => [key, at, value])])
}

/** Fills a store with random writes, damages its database at one random place, and opens it: the damage must be found. */
export async function damageRound(seed: number): Promise<string[]> {
  const random = randomOf(seed)
  const name = `damage ${seed} ${++names}`
  const clock = createFakeClock()
  const store = await openIndexedDbStore({ clock, name })
  const writes = 40 + Math.floor(random() * 60)
  for (let i = 0; i < writes; i++) {
    const key = `/maps/${Math.floor(random() * 12)}`
    const expect = store.get(key)?.revision ?? 0
    if (expect > 0 && random() < 0.3) await store.commit({ type: 'delete', key, expect })
    else await store.commit({ type: 'put', key, expect, value: { i, text: 'ä'.repeat(Math.floor(random() * 40)) } })
    if (random() < 0.02) await clock.advance(301_000)
  }
  const whole = contentOf(store)
  await store.close()
  const content = await dump(name)
  await deleteStore(name)
  const damages = damagesOf(content, random, 6)
  const problems: string[] = []
  for (let i = 0; i < 25; i++) {
    const damage = damages[Math.floor(random() * damages.length)]
    // Keys may be missing without this record, and none is.
    if (!damage || damage.what === 'meta whole is gone') continue
    const other = `${name} ${i}`
    await restore(other, 2, damage.apply(content))
    const opened = await openIndexedDbStore({ clock, name: other }).catch(() => undefined)
    // What the log writes again is no loss: the content is then as it was.
    if (opened && contentOf(opened) !== whole) problems.push(`not found: ${damage.what}`)
    await opened?.close()
    await deleteStore(other)
  }
  return problems
}

/** Writes with a clock that jumps: revisions are dense, history is bounded by the window once the clock runs on. */
export async function clockRound(seed: number): Promise<string[]> {
  const random = randomOf(seed)
  let now = 1e12
  const clock = { ...createFakeClock(), now: () => now }
  const name = `clock ${seed} ${++names}`
  const store = await openIndexedDbStore({ clock, name })
  const problems: string[] = []
  for (let i = 0; i < 60; i++) {
    now += random() < 0.1 ? (random() - 0.5) * 1e11 : random() * 20_000
    const { revision } = store
    const made = await store.commit({
      type: 'put',
      key: `/k${i % 7}`,
      expect: store.get(`/k${i % 7}`)?.revision ?? 0,
      value: i,
    })
    if (made.revision !== revision + 1) problems.push(`revision ${made.revision} came after ${revision}`)
  }
  now += 1
  const { compactedRevision } = store
  now += 300_001
  if (store.compactedRevision !== store.revision)
    problems.push(`history from ${compactedRevision} is kept past its window`)
  await store.close()
  await deleteStore(name)
  return problems
}

/** Writes and imports with failures at random points inside their transactions: what is there is what was answered. */
export async function crashRound(seed: number): Promise<string[]> {
  const random = randomOf(seed)
  const name = `crash ${seed} ${++names}`
  const clock = createFakeClock()
  const expected = new Map<string, unknown>()
  const problems: string[] = []
  let highest = 0
  const original = IDBObjectStore.prototype.put
  for (let life = 0; life < 6; life++) {
    const store = await openIndexedDbStore({ clock, name })
    const found = new Map(store.list('').entries.map(({ key, value }) => [key, value]))
    if (JSON.stringify([...found].sort()) !== JSON.stringify([...expected].sort()))
      problems.push(`life ${life} has ${found.size} entries, not the ${expected.size} that were answered`)
    if (store.revision < highest) problems.push(`revision ${store.revision} after ${highest}`)
    let untilFailure = 5 + Math.floor(random() * 120)
    const full = random() < 0.3
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
      if (--untilFailure < 0) throw new DOMException('failed on purpose', full ? 'QuotaExceededError' : 'UnknownError')
      return original.apply(this, args)
    }
    try {
      for (let step = 0; step < 12; step++) await crashStep(store, random, expected)
    } finally {
      IDBObjectStore.prototype.put = original
    }
    highest = store.revision
    if (random() < 0.4) await clock.advance(301_000)
    await store.close()
  }
  await deleteStore(name)
  return problems
}

/** A few writes at once or an import; `expected` follows what is answered. */
async function crashStep(store: Store, random: () => number, expected: Map<string, unknown>): Promise<void> {
  if (random() < 0.15) {
    const entries = Array.from({ length: 8 }, (_, i) => ({ key: `/k${i * 2}`, value: random() }))
    const mode = random() < 0.5 ? 'replace' : 'merge'
    const done = await importEntries(store, entries, mode).then(
      () => true,
      () => false,
    )
    if (!done) return
    if (mode === 'replace') expected.clear()
    for (const { key, value } of entries) expected.set(key, value)
    return
  }
  const keys = new Set(Array.from({ length: 6 }, () => `/k${Math.floor(random() * 20)}`))
  await Promise.allSettled(
    [...keys].map(async (key) => {
      const expect = store.get(key)?.revision ?? 0
      const value = random()
      if (expect > 0 && random() < 0.4) {
        await store.commit({ type: 'delete', key, expect })
        expected.delete(key)
      } else {
        await store.commit({ type: 'put', key, expect, value })
        expected.set(key, value)
      }
    }),
  )
}

const MAPS = '/api/v1/namespaces/default/configmaps'
/** A ConfigMap as the round reads it. */
interface NotedMap {
  readonly metadata: { readonly name: string; readonly resourceVersion: string }
  readonly data?: Readonly<Record<string, string>>
}

/** Clients with all verbs on few keys while the control plane restarts; every key's history must be linearizable. */
export async function historyRound(seed: number): Promise<string[]> {
  const random = randomOf(seed)
  const name = `history ${seed} ${++names}`
  let store: Store | undefined
  const { options } = hostWorld({
    openStore: async () => (store = await openIndexedDbStore({ clock: createFakeClock(), name })),
  })
  const host = await startHost(options)
  const histories = new Map<string, Operation[]>()
  const written = new Set<number>()
  let time = 0
  let tokens = 0
  let stop = false
  const follower = follow(host, () => stop)

  async function one(client: number): Promise<void> {
    const key = `key-${Math.floor(random() * 3)}`
    const history = histories.get(key) ?? []
    histories.set(key, history)
    const start = ++time
    const ask = (method: string, body?: unknown) =>
      askHost(host, method, method === 'POST' ? MAPS : `${MAPS}/${key}`, body)
    const note = async (answer: Response): Promise<NotedMap> => {
      const object = (await answer.json()) as NotedMap
      if (answer.ok && object.metadata.resourceVersion) written.add(Number(object.metadata.resourceVersion))
      return object
    }
    const verb = random()
    const token = `token-${client}-${++tokens}`
    const object = (more: object) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: key, ...more },
      data: { token },
    })
    if (verb < 0.3) {
      const answer = await ask('POST', object({}))
      await note(answer)
      const outcome = answer.status === 201 ? 'done' : answer.status === 409 ? 'exists' : 'unknown'
      history.push({ kind: 'create', token, outcome, start, end: outcome === 'unknown' ? Infinity : ++time })
      return
    }
    const answer = await ask(verb < 0.5 ? 'DELETE' : 'GET')
    if (verb < 0.5) {
      await answer.text()
      const outcome = answer.ok ? 'done' : answer.status === 404 ? 'absent' : 'unknown'
      history.push({ kind: 'delete', outcome, start, end: outcome === 'unknown' ? Infinity : ++time })
      return
    }
    const seen = (await answer.json()) as NotedMap
    if (answer.status !== 200 && answer.status !== 404) return
    const before = answer.ok ? seen.data?.['token'] : undefined
    history.push({ kind: 'read', seen: before, start, end: ++time })
    if (!answer.ok || before === undefined || verb < 0.7) return
    const begun = ++time
    const changed = await ask('PUT', object({ resourceVersion: seen.metadata.resourceVersion }))
    await note(changed)
    const outcome = changed.ok ? 'done' : [404, 409].includes(changed.status) ? 'refused' : 'unknown'
    history.push({
      kind: 'update',
      expect: before,
      token,
      outcome,
      start: begun,
      end: outcome === 'unknown' ? Infinity : ++time,
    })
  }

  const clients = Array.from({ length: 4 }, async (_, client) => {
    for (let i = 0; i < 25; i++) await one(client)
  })
  const restarts = (async () => {
    for (let i = 0; i < 2; i++) {
      await new Promise((resolve) => setTimeout(resolve, 30 + random() * 100))
      await host.control('restart', { argv: [] })
    }
  })()
  await Promise.all([...clients, restarts])
  const end = await listed(host)
  stop = true
  await askHost(host, 'POST', MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'last' } })
  const followed = await follower
  // Controllers write beside the clients.
  const mine = ([name]: readonly [string, number]): boolean => name.startsWith('key-')
  const events = followed.events.filter(({ name }) => mine([name, 0]))
  const problems = watchProblems(
    { from: followed.from, listed: new Map([...followed.listed].filter(mine)), events },
    written,
    new Map([...end.items].filter(mine)),
  )
  for (const [key, history] of histories)
    if (!isLinearizable(history)) problems.push(`${key} is not linearizable: ${JSON.stringify(await shrink(history))}`)
  await store?.close()
  await deleteStore(name)
  return problems
}

type Host = Awaited<ReturnType<typeof startHost>>

async function listed(host: Host): Promise<{ version: number; items: Map<string, number> }> {
  const list = (await (await askHost(host, 'GET', MAPS)).json()) as {
    metadata: NotedMap['metadata']
    items: NotedMap[]
  }
  const items = new Map(list.items.map(({ metadata }) => [metadata.name, Number(metadata.resourceVersion)]))
  return { version: Number(list.metadata.resourceVersion), items }
}

/** Lists, watches, and watches again from the last version whenever the watch ends. */
async function follow(host: Host, stopped: () => boolean): Promise<Followed> {
  const { version: from, items } = await listed(host)
  const events: { type: string; name: string; version: number }[] = []
  let version = from
  while (!stopped()) {
    const answer = await askHost(host, 'GET', `${MAPS}?watch=true&resourceVersion=${version}`)
    if (!answer.ok) throw new Error(`the watch was not resumed at ${version}: ${await answer.text()}`)
    let rest = ''
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      const lines = (rest + new TextDecoder().decode(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const { type, object } = JSON.parse(line) as { type: string; object: NotedMap }
        version = Number(object.metadata.resourceVersion)
        events.push({ type, name: object.metadata.name, version })
      }
      if (stopped()) break
    }
  }
  return { from, listed: items, events }
}
