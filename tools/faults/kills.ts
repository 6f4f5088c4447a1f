import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EtcdConnection } from '../../src/etcd/connection'
import { startEtcd, type TestEtcd } from '../../src/etcd/etcd.testing'
import { openEtcdStore } from '../../src/etcd/etcd-store'
import { keyspaceAt } from '../../src/etcd/keyspace'
import { openDataFolder } from '../../src/folder/data-folder'
import type { Durability } from '../../src/store/medium'
import { createSystemClock } from '../../src/machinery/system-clock'
import type { Store } from '../../src/store/store'
import { randomOf } from './random'

const WRITERS = 8
const KILLS = 10
/** Maximum lifetime of a writing process. */
const LIFE_MS = 120

/** The storage that outlives a killed process: a folder, or the URL of an etcd. */
type Place = string

/** Opens a store there; `close` releases it. */
async function open(place: Place, durability: Durability): Promise<Kept> {
  const clock = createSystemClock()
  if (!place.startsWith('http')) {
    const { store } = await openDataFolder({ path: place, durability, clock, crypto: globalThis.crypto })
    return { store, close: () => store.close() }
  }
  const connection = new EtcdConnection([place])
  const store = await openEtcdStore({ connection, keyspace: keyspaceAt('/killed'), clock, realTime: clock })
  return {
    store,
    async close() {
      await store.close()
      connection.close()
    },
  }
}

interface Kept {
  readonly store: Store
  close(): Promise<void>
}

/** Changes and deletes keys with several concurrent writers until the process dies; `say` reports each answer. */
export async function writeForever(place: Place, durability: Durability, say: (line: string) => void): Promise<void> {
  const { store } = await open(place, durability)
  // History is compacted while writing, so that kills interrupt that, too.
  store.setHistoryWindow(20)
  say('ready')
  const write = async (writer: number): Promise<never> => {
    for (let i = 0; ; i++) {
      const key = keyOf(writer, i)
      const expect = store.get(key)?.revision ?? 0
      const type = expect > 0 && i % 7 === 0 ? 'delete' : 'put'
      const { revision } = await store.commit({ type, key, expect, value: `${writer} ${i} ${'x'.repeat(i % 900)}` })
      say(`${type} ${revision} ${writer} ${i}`)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
}

const keyOf = (writer: number, i: number): string => `/w${writer}/${i % 50}`

/** The last answer about a key. */
interface Answer {
  readonly type: string
  readonly revision: number
  readonly writer: number
  readonly i: number
}

/** Runs a writer for `lastsMs` and kills it; `told` collects its answers. */
function life(place: Place, durability: Durability, lastsMs: number, told: Map<string, Answer>): Promise<number[]> {
  const last: number[] = []
  const note = (line: string): void => {
    const [type = '', ...numbers] = line.split(' ')
    const [revision = 0, writer = 0, i = 0] = numbers.map(Number)
    told.set(keyOf(writer, i), { type, revision, writer, i })
    last[writer] = i
  }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['tools/faults/store-writer.mjs', place, durability], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let rest = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line === 'ready') setTimeout(() => child.kill('SIGKILL'), lastsMs)
        else note(line)
      }
    })
    child.on('error', reject)
    child.on('close', (_code, signal) =>
      signal === 'SIGKILL' ? resolve(last) : reject(new Error('the writer ended by itself')),
    )
  })
}

/** Acknowledged writes that are missing. Unacknowledged writes may be present: `last` are the latest acknowledged ones. */
function lost(store: Store, told: ReadonlyMap<string, Answer>, last: readonly number[]): string[] {
  const problems: string[] = []
  for (const [key, { type, revision, writer, i }] of told) {
    const found = store.get(key)
    if (found && found.revision > revision) continue
    const unheard = (last[writer] ?? -1) + 1
    const mayBeGone = type === 'delete' || (keyOf(writer, unheard) === key && unheard % 7 === 0)
    if (!found && mayBeGone) continue
    const there = found ? `${found.revision} ${String(found.value).slice(0, 20)}` : 'nothing'
    if (type === 'delete' || found?.revision !== revision || !String(found.value).startsWith(`${writer} ${i} `))
      problems.push(`${key}: answered was ${type} ${revision} ${writer} ${i}, there is ${there}`)
  }
  const newest = Math.max(0, ...[...told.values()].map(({ revision }) => revision))
  if (store.revision < newest) problems.push(`revision ${newest} was answered, the store ends at ${store.revision}`)
  return problems
}

/** Kills a process ten times while it writes to a folder: no acknowledged write may be lost. */
export async function killRound(seed: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'killed-'))
  try {
    return await killAt(folder, seed)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same over etcd, which is sometimes killed together with the writing process. */
export async function etcdKillRound(seed: number): Promise<string[]> {
  const etcd = await startEtcd()
  try {
    return await killAt(etcd.url, seed, etcd)
  } finally {
    await etcd.remove()
  }
}

async function killAt(place: Place, seed: number, etcd?: TestEtcd): Promise<string[]> {
  const random = randomOf(seed)
  const durability = random() < 0.5 ? 'relaxed' : 'strict'
  const told = new Map<string, Answer>()
  let heard = 0
  for (let n = 0; n < KILLS; n++) {
    const last = await life(place, durability, random() * LIFE_MS, told)
    if (etcd && random() < 0.5) {
      await etcd.kill()
      await etcd.start()
    }
    const { store, close } = await open(place, durability)
    const problems = lost(store, told, last)
    await close()
    if (problems.length > 0) return problems
    // Unacknowledged writes that are present count from now on.
    for (const key of told.keys()) if (!store.get(key)) told.delete(key)
    heard += last.length
  }
  return heard > 0 ? [] : ['no writer came to write']
}
