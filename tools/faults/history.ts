import { startHost } from '../../src/control-plane-host'
import { openIndexedDbStore } from '../../src/store/indexeddb'
import { deleteStore } from '../../src/store/indexeddb-database'
import type { Store } from '../../src/store/store'
import { createFakeClock } from '../../src/testing/fake-clock'
import { askHost, hostWorld } from '../../src/testing/host'
import { ClientRecord } from './client-record'
import { follow, type Host, listed, MAPS, type NotedMap } from './followed-maps'
import { isLinearizable, type Operation, shrink } from './linearizable'
import { randomOf } from './random'
import { watchProblems } from './watch-checks'

let names = 0

/** Clients use all verbs on few keys while the control plane restarts; every key's history must be linearizable. */
export async function historyRound(seed: number): Promise<string[]> {
  const random = randomOf(seed)
  const name = `history ${seed} ${++names}`
  let store: Store | undefined
  const { options } = hostWorld({
    openStore: async () => (store = await openIndexedDbStore({ clock: createFakeClock(), name })),
  })
  const host = await startHost(options)
  const record = new ClientRecord()
  let stop = false
  const follower = follow(host, () => stop)
  const clients = Array.from({ length: 4 }, async (_, client) => {
    for (let i = 0; i < 25; i++) await takeTurn(host, random, record, client)
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
  // Controllers write, too.
  const mine = ([name]: readonly [string, number]): boolean => name.startsWith('key-')
  const events = followed.events.filter(({ name }) => mine([name, 0]))
  const problems = watchProblems(
    { from: followed.from, listed: new Map([...followed.listed].filter(mine)), events },
    record.written,
    new Map([...end.items].filter(mine)),
  )
  for (const [key, history] of record.histories)
    if (!isLinearizable(history)) problems.push(`${key} is not linearizable: ${JSON.stringify(await shrink(history))}`)
  await store?.close()
  await deleteStore(name)
  return problems
}

/** One action of a client on one key. */
interface Turn {
  readonly key: string
  readonly token: string
  readonly start: number
  readonly history: Operation[]
  ask(method: string, body?: unknown): Promise<Response>
}

/** One client performs a random action on one key. */
async function takeTurn(host: Host, random: () => number, record: ClientRecord, client: number): Promise<void> {
  const key = `key-${Math.floor(random() * 3)}`
  const verb = random()
  const turn: Turn = {
    key,
    token: record.newToken(client),
    start: record.tick(),
    history: record.of(key),
    ask: (method, body) => askHost(host, method, method === 'POST' ? MAPS : `${MAPS}/${key}`, body),
  }
  if (verb < 0.3) return create(turn, record)
  if (verb < 0.5) return remove(turn, record)
  const seen = await read(turn, record)
  if (seen && verb >= 0.7) await update(turn, record, seen)
}

async function create({ key, token, start, history, ask }: Turn, record: ClientRecord): Promise<void> {
  const answer = await ask('POST', mapOf(key, token))
  await record.noteWritten(answer)
  const outcome = answer.status === 201 ? 'done' : answer.status === 409 ? 'exists' : 'unknown'
  history.push({ kind: 'create', token, outcome, start, end: record.end(outcome) })
}

async function remove({ start, history, ask }: Turn, record: ClientRecord): Promise<void> {
  const answer = await ask('DELETE')
  await answer.text()
  const outcome = answer.ok ? 'done' : answer.status === 404 ? 'absent' : 'unknown'
  history.push({ kind: 'delete', outcome, start, end: record.end(outcome) })
}

/** A present object as a client read it. */
interface Seen {
  readonly token: string
  readonly version: string
}

async function read({ start, history, ask }: Turn, record: ClientRecord): Promise<Seen | undefined> {
  const answer = await ask('GET')
  const { data, metadata } = (await answer.json()) as NotedMap
  if (answer.status !== 200 && answer.status !== 404) return undefined
  const token = answer.ok ? data?.['token'] : undefined
  history.push({ kind: 'read', seen: token, start, end: record.tick() })
  return token === undefined ? undefined : { token, version: metadata.resourceVersion }
}

/** Replaces the object that was read, unless it was written since. */
async function update({ key, token, history, ask }: Turn, record: ClientRecord, seen: Seen): Promise<void> {
  const start = record.tick()
  const answer = await ask('PUT', mapOf(key, token, { resourceVersion: seen.version }))
  await record.noteWritten(answer)
  const outcome = answer.ok ? 'done' : [404, 409].includes(answer.status) ? 'refused' : 'unknown'
  history.push({ kind: 'update', expect: seen.token, token, outcome, start, end: record.end(outcome) })
}

const mapOf = (key: string, token: string, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: key, ...metadata },
  data: { token },
})
