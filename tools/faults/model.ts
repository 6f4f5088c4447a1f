import 'fake-indexeddb/auto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EtcdConnection } from '../../src/etcd/connection'
import { startEtcd } from '../../src/etcd/etcd.testing'
import { openEtcdStore } from '../../src/etcd/etcd-store'
import { keyspaceAt } from '../../src/etcd/keyspace'
import { openDataFolder } from '../../src/folder/data-folder'
import { createSystemClock } from '../../src/machinery/system-clock'
import { fakeFiles } from '../../src/store/files/fake-files.testing'
import { openFileStore } from '../../src/store/files/files'
import { openIndexedDbStore } from '../../src/store/indexeddb'
import { deleteStore } from '../../src/store/indexeddb-database'
import { createMemoryStore } from '../../src/store/memory'
import { type ModelSubject, runModel } from '../../src/store/model-run.testing'
import { createFakeClock } from '../../src/testing/fake-clock'
import { type BrowserMedium, browserModelRound } from './browser-model'

interface Subject extends ModelSubject {
  remove(): Promise<void>
}

/** The media: the browser's two on in-memory stand-ins, the folder and etcd for real. */
const MEDIA: Readonly<Record<string, () => Promise<Subject>>> = {
  async memory() {
    const clock = createFakeClock()
    return { clock, durable: false, open: async () => createMemoryStore({ clock }), remove: async () => undefined }
  },
  async indexeddb() {
    const clock = createFakeClock()
    const name = 'model'
    return { clock, durable: true, open: () => openIndexedDbStore({ clock, name }), remove: () => deleteStore(name) }
  },
  async files() {
    const clock = createFakeClock()
    const files = fakeFiles()
    const open = () => openFileStore({ files, clock, durability: 'relaxed', foldFrom: 20_000, warn: () => undefined })
    return { clock, durable: true, open, remove: async () => undefined }
  },
  async folder() {
    const clock = createFakeClock()
    const path = await mkdtemp(join(tmpdir(), 'model-'))
    const open = async () => (await openDataFolder({ path, durability: 'relaxed', clock, crypto })).store
    return { clock, durable: true, open, remove: () => rm(path, { recursive: true, force: true }) }
  },
  async etcd() {
    const clock = createFakeClock()
    const etcd = await startEtcd()
    const connection = new EtcdConnection([etcd.url])
    const parts = { connection, keyspace: keyspaceAt('/model'), clock, realTime: createSystemClock() }
    const remove = async (): Promise<void> => {
      connection.close()
      await etcd.remove()
    }
    return { clock, durable: true, sideBySide: true, open: () => openEtcdStore(parts), remove }
  },
}

/** The two media of a real browser, which is started for them. */
const IN_BROWSER: Readonly<Record<string, BrowserMedium>> = {
  'chromium-indexeddb': 'indexeddb',
  'chromium-files': 'files',
}

async function inBrowser(medium: BrowserMedium, seed: number, operations: number): Promise<string[]> {
  const profile = await mkdtemp(join(tmpdir(), 'model-'))
  try {
    return await browserModelRound(medium, seed, operations, profile)
  } finally {
    await rm(profile, { recursive: true, force: true })
  }
}

/** Performs random operations on a store and compares every answer with a model. Returns the problems. */
export async function modelRound(medium: string, seed: number, operations: number): Promise<string[]> {
  const browsers = IN_BROWSER[medium]
  if (browsers) return inBrowser(browsers, seed, operations)
  const make = MEDIA[medium]
  if (!make) throw new Error(`--medium takes ${[...Object.keys(MEDIA), ...Object.keys(IN_BROWSER)].join(', ')}`)
  const subject = await make()
  try {
    await runModel(subject, operations, String(seed))
    return []
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  } finally {
    await subject.remove()
  }
}
