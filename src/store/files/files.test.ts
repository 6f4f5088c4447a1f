import { describe, expect, it } from 'vitest'
import { createFakeClock, type FakeClock } from '../../testing/fake-clock'
import { eventually } from '../../testing/eventually'
import { seededRandom } from '../../machinery/random'
import { CONTRACT } from '../contract.testing'
import { runModel } from '../model-run.testing'
import type { Entry, Store } from '../store'
import { type FakeFiles, fakeFiles } from './fake-files.testing'
import { rescueFiles } from './file-load'
import { type FileStoreOptions, openFileStore, replaceFiles } from './files'

interface World {
  readonly files: FakeFiles
  readonly clock: FakeClock
  readonly warnings: string[]
  readonly open: (more?: Partial<FileStoreOptions>) => Promise<Store>
}

function world(files = fakeFiles()): World {
  const clock = createFakeClock()
  const warnings: string[] = []
  const warn = (message: string) => void warnings.push(message)
  const open: World['open'] = (more) => openFileStore({ files, clock, durability: 'relaxed', warn, ...more })
  return { files, clock, warnings, open }
}
const put = (store: Store, key: string, value: unknown = key) =>
  store.commit({ type: 'put', key, expect: store.get(key)?.revision ?? 0, value })
const remove = (store: Store, key: string) =>
  store.commit({ type: 'delete', key, expect: store.get(key)?.revision ?? 0 })
const codeOf = (opening: Promise<unknown>) =>
  opening.then(
    () => 'opened',
    (error: { code?: string; message?: string }) => error.code ?? error.message,
  )
const copyOf = (files: FakeFiles): FakeFiles => {
  const copy = fakeFiles()
  for (const [name, bytes] of files.contents) copy.contents.set(name, bytes.slice())
  return copy
}
const KEYS = ['/a', '/b/1', '/b/2', '/ä', '/long']

describe.each([
  ['with a log that is folded seldom', undefined],
  ['with a log that is folded whenever it can be', 1],
])('a store in files keeps the promises %s', (_name, foldFrom) => {
  it.each(CONTRACT)('$name', async ({ run }) => {
    const { clock, open } = world()
    await run({ clock, open: () => open(foldFrom === undefined ? {} : { foldFrom }) })
  })

  it('answers as a model does, whatever is asked of it', async () => {
    const { clock, open } = world()
    const opened = () => open(foldFrom === undefined ? {} : { foldFrom })
    await runModel({ clock, durable: true, open: opened }, 2_000, 'files')
  })
})

/** Random writes of several keys while time advances; `state` has the answered ones. */
async function churn(store: Store, clock: FakeClock, steps: number, seed: string, state: Map<string, Entry>) {
  const random = seededRandom(seed)
  for (let i = 0; i < steps; i++) {
    const [key = 0, kind = 0, size = 0] = random.bytes(3)
    const name = KEYS[key % KEYS.length] as string
    if (kind < 60 && store.get(name)) {
      await remove(store, name)
      state.delete(name)
    } else state.set(name, await put(store, name, { i, text: 'ä'.repeat(size) }))
    if (kind % 16 === 0) await clock.advance(120_000)
  }
}

describe('a process that dies', () => {
  class Killed extends Error {}

  it('at any step loses nothing that was answered, and leaves no half', async () => {
    const stepsOf = async (at: number, part: number) => {
      const { files, clock, open } = world()
      const told = new Map<string, Entry>()
      let steps = 0
      let dead: FakeFiles | undefined
      files.before = (step, name, write) => {
        if (dead || steps++ !== at) {
          if (dead) throw new Killed()
          return
        }
        dead = copyOf(files)
        if (step === 'write' && write) {
          const before = dead.contents.get(name) ?? new Uint8Array()
          const torn = write.bytes.subarray(0, Math.floor(write.bytes.length * part))
          const after = new Uint8Array(Math.max(before.length, write.at + torn.length))
          after.set(before)
          after.set(torn, write.at)
          dead.contents.set(name, after)
        }
        throw new Killed()
      }
      const store = await open({ foldFrom: 300, durability: 'strict' }).catch((error: unknown) => {
        if (!dead) throw error
      })
      if (store)
        await churn(store, clock, 60, 'kill', told).catch((error: unknown) => {
          if (!dead) throw error
        })
      return { dead, told, revision: store?.revision ?? 1 }
    }
    let at = 0
    for (; ; at++) {
      const { dead, told, revision } = await stepsOf(at, (at % 5) / 4)
      if (!dead) break
      const after = await world(dead).open()
      const found = new Map(after.list('').entries.map((entry) => [entry.key, entry]))
      // The pending write may be stored: it was requested, and no failure was reported.
      const differing = KEYS.filter((key) => JSON.stringify(found.get(key)) !== JSON.stringify(told.get(key)))
      const more = after.revision - revision
      expect([0, 1], `step ${at}`).toContain(more)
      expect(differing, `step ${at}`).toHaveLength(more)
      await put(after, '/next')
      await after.close()
    }
    expect(at).toBeGreaterThan(150)
  })

  it('in the middle of a write leaves a torn tail, which is cut off and said', async () => {
    const { files, open } = world()
    const store = await open()
    await put(store, '/a')
    const before = store.revision
    files.drop()
    const bytes = files.contents.get('data-0') ?? new Uint8Array()
    const tails = [bytes.slice(0, 50), new Uint8Array(300), bytes.slice(0, bytes.length - 1)]
    for (const tail of tails) {
      files.contents.set('data-0', new Uint8Array([...bytes, ...tail]))
      const { open: openAgain, warnings } = world(files)
      const again = await openAgain()
      expect([again.revision, warnings.length]).toEqual([before, 1])
      expect(warnings[0]).toContain(`${tail.length} bytes were cut off`)
      files.drop()
      expect(files.contents.get('data-0')?.length).toBe(bytes.length)
    }
  })
})

it('a model of the store agrees after every opening', async () => {
  const { files, clock, open } = world()
  const model = new Map<string, Entry>()
  let revision = 1
  for (let round = 0; round < 40; round++) {
    const store = await open({ foldFrom: 500 })
    expect(store.revision).toBe(revision)
    expect(store.list('').entries).toEqual([...model.values()].sort((a, b) => (a.key < b.key ? -1 : 1)))
    await churn(store, clock, 50, `round ${round}`, model)
    revision = store.revision
    if (round % 2) await store.close()
    else files.drop()
  }
  // The log was folded several times, so it does not grow with the number of writes.
  expect((files.contents.get('data-0')?.length ?? 0) + (files.contents.get('data-1')?.length ?? 0)).toBeLessThan(50_000)
})

describe('damaged files', () => {
  async function filled() {
    const { files, clock, open } = world()
    const store = await open({ foldFrom: 1 })
    for (let i = 0; i < 40; i++) await put(store, `/maps/m${i % 6}`, { text: `ä ${i}` })
    await clock.advance(301_000)
    for (const key of ['/maps/m2', '/maps/new']) await put(store, key, 'changed')
    await remove(store, '/maps/m3')
    await store.close()
    return { files, clock }
  }

  it('are found, wherever a byte is changed or the end is missing', async () => {
    const { files } = await filled()
    const unseen: string[] = []
    const active = [...files.contents].find(([name, bytes]) => name.startsWith('data') && bytes.length > 0)
    const [name, whole] = active ?? ['', new Uint8Array()]
    expect(whole.length).toBeGreaterThan(500)
    for (let at = 0; at < whole.length; at += 3) {
      for (const damaged of [whole.slice(0, at), whole.with(at, (whole[at] ?? 0) ^ 4)]) {
        const copy = copyOf(files)
        copy.contents.set(name, damaged)
        const code = await codeOf(world(copy).open())
        if (code !== 'unreadable') unseen.push(`${at} of ${damaged.length}: ${code}`)
      }
    }
    expect(unseen).toEqual([])
  })

  it('are rescued but for what is damaged', async () => {
    const { files } = await filled()
    const [name, bytes] = [...files.contents].find(([name, { length }]) => name.startsWith('data') && length > 0) ?? []
    files.contents.set(name ?? '', (bytes ?? new Uint8Array()).with(60, 0))
    const { entries, damaged } = JSON.parse(await rescueFiles(files)) as { entries: unknown[]; damaged: string[] }
    expect([entries.length, damaged]).toEqual([5, ['there is no whole record at byte 0']])
    files.contents.set('header', new Uint8Array())
    expect(await codeOf(world(files).open())).toBe('unreadable')
    expect((JSON.parse(await rescueFiles(files)) as { entries: unknown[] }).entries).toHaveLength(5)
  })
})

describe('a disk that is full', () => {
  it('refuses what needs space, takes deletions, and goes on when there is space', async () => {
    const { files, open } = world()
    const store = await open()
    await put(store, '/a', 'x'.repeat(1000))
    await put(store, '/b')
    files.quota = 0
    expect(await codeOf(put(store, '/c'))).toBe('quota-exceeded')
    expect(store.fault()?.code).toBe('quota-exceeded')
    files.quota = [...files.contents.values()].reduce((sum, { length }) => sum + length, 0)
    await remove(store, '/a')
    expect(store.fault()?.code).toBe('quota-exceeded')
    files.quota = Infinity
    await put(store, '/d')
    expect(store.fault()).toBeUndefined()
    const expected = [store.revision, store.list('').entries]
    files.drop()
    const again = await world(files).open()
    expect([again.revision, again.list('').entries]).toEqual(expected)
  })
})

describe('a write that fails', () => {
  it('is not there after the next one, even where nothing could be cut off', async () => {
    const { files, open } = world()
    const store = await open({ durability: 'strict' })
    await put(store, '/a')
    files.before = (step) => {
      if (step !== 'write') throw new Error('the disk is ill')
    }
    expect(await codeOf(put(store, '/b'))).toBe('write-failed')
    expect(await codeOf(put(store, '/b'))).toBe('write-failed')
    files.before = () => undefined
    await put(store, '/c')
    expect(store.fault()).toBeUndefined()
    files.drop()
    const again = await world(files).open()
    expect(again.list('').entries.map(({ key }) => key)).toEqual(['/a', '/c'])
  })

  it('of the header ends all writing, and either file that counts then is whole', async () => {
    const { files, clock, warnings, open } = world()
    const store = await open({ foldFrom: 1 })
    await put(store, '/a')
    await clock.advance(301_000)
    files.before = (step, name) => {
      if (step === 'flush' && name === 'header') throw new Error('the disk is ill')
    }
    await put(store, '/b')
    await eventually(() => expect(warnings).toHaveLength(1))
    expect(await codeOf(put(store, '/c'))).toBe('closed')
    expect(store.fault()?.message).toContain('reload the page')
    files.before = () => undefined
    files.drop()
    const again = await world(files).open()
    expect(again.list('').entries.map(({ key }) => key)).toEqual(['/a', '/b'])
  })
})

it('waits for the disk only where it is to', async () => {
  for (const durability of ['strict', 'relaxed'] as const) {
    const { files, open } = world()
    const store = await open({ durability })
    const before = files.flushed
    for (const key of KEYS) await put(store, key)
    expect(files.flushed - before).toBe(durability === 'strict' ? KEYS.length : 0)
  }
})

it('takes the content of another store, with its revisions', async () => {
  const { files, open, clock } = world()
  const old = await open()
  await put(old, '/old')
  await old.close()
  const entries: Entry[] = [{ key: '/a', value: { n: 1 }, revision: 17, created: 12 }]
  await replaceFiles({ files, durability: 'relaxed', warn: () => undefined }, entries, 40)
  const store = await open()
  expect([store.revision, store.compactedRevision, store.list('').entries]).toEqual([40, 40, entries])
  expect((await put(store, '/b')).revision).toBe(41)
  await clock.advance(1)
})
