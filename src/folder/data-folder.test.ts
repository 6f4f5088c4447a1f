import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { generateKeys } from '../pki/keys'
import { CONTRACT } from '../store/contract.testing'
import { runModel } from '../store/model-run.testing'
import type { Store } from '../store/store'
import { createFakeClock } from '../testing/fake-clock'
import { type DataFolder, openDataFolder } from './data-folder'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kept-'))
  made.push(folder)
  return folder
}
const open = (path: string, clock = createFakeClock()): Promise<DataFolder> =>
  openDataFolder({ path, durability: 'relaxed', clock, crypto: globalThis.crypto })
const put = (store: Store, key: string, value: unknown = key) =>
  store.commit({ type: 'put', key, expect: store.get(key)?.revision ?? 0, value })
const records = (folder: string, ending: RegExp): string[] =>
  readdirSync(join(folder, 'records'))
    .filter((name) => ending.test(name))
    .map((name) => join(folder, 'records', name))

describe('a store in a folder keeps the promises', () => {
  it.each(CONTRACT)('$name', async ({ run }) => {
    const clock = createFakeClock()
    const folder = freshFolder()
    await run({ clock, open: async () => (await open(join(folder, 'deep', 'data'), clock)).store })
  })

  it('answers as a model does, whatever is asked of it', async () => {
    const clock = createFakeClock()
    const folder = freshFolder()
    await runModel({ clock, durable: true, open: async () => (await open(folder, clock)).store }, 2_000, 'folder')
  })
})

describe('a folder', () => {
  it('is locked by one owner at a time, and by the next one after its release', async () => {
    const folder = freshFolder()
    const { store } = await open(folder)
    await put(store, '/a')
    await expect(open(folder)).rejects.toMatchObject({
      code: 'blocked',
      message: expect.stringContaining(folder) as string,
    })
    await store.close()
    const next = await open(folder)
    expect(next.store.get('/a')?.value).toBe('/a')
    await next.store.close()
  })

  it('keeps keys that sign, and their certificates', async () => {
    const folder = freshFolder()
    const first = await open(folder)
    for (const algorithm of ['P-256', 'RSA-2048'] as const) {
      const keys = await generateKeys(crypto, algorithm, true)
      await first.keys.put(algorithm, { keys, certificate: new Uint8Array([1, 2, 3]) })
    }
    await first.store.close()
    const second = await open(folder)
    for (const [name, algorithm] of [
      ['P-256', { name: 'ECDSA', hash: 'SHA-256' }],
      ['RSA-2048', { name: 'RSASSA-PKCS1-v1_5' }],
    ] as const) {
      const kept = await second.keys.get(name)
      if (!kept) throw new Error('no key')
      const text = new Uint8Array([7])
      const signature = await crypto.subtle.sign(algorithm, kept.keys.privateKey, text)
      expect(await crypto.subtle.verify(algorithm, kept.keys.publicKey, signature, text)).toBe(true)
      expect(kept.certificate).toEqual(new Uint8Array([1, 2, 3]))
    }
    expect(await second.keys.get('none')).toBeUndefined()
    await second.store.close()
  })

  it('that another program owns is not changed', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'thesis.txt'), 'mine')
    await expect(open(folder)).rejects.toMatchObject({ code: 'unreadable' })
    expect(readdirSync(folder)).toEqual(['thesis.txt'])
  })

  it('of other names is not read', async () => {
    const folder = freshFolder()
    await (await open(folder)).store.close()
    const label = JSON.parse(readFileSync(join(folder, 'orchard.json'), 'utf8')) as object
    writeFileSync(join(folder, 'orchard.json'), JSON.stringify({ ...label, names: 'others' }))
    await expect(open(folder)).rejects.toThrow('--names others')
  })

  it('that can’t be made is named', async () => {
    await expect(open('/dev/null/a')).rejects.toThrow('the folder /dev/null/a')
  })
})

describe('a damaged folder', () => {
  const cut = (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2))
  const flip = (path: string) => {
    const bytes = readFileSync(path)
    const at = Math.floor(bytes.length / 2)
    bytes[at] = (bytes[at] ?? 0) ^ 0xff
    writeFileSync(path, bytes)
  }
  const damages = {
    'a log that is cut': (folder: string) => records(folder, /\.log$/).forEach(cut),
    'a log that is changed': (folder: string) => records(folder, /\.log$/).forEach(flip),
    'a log that is missing': (folder: string) => records(folder, /\.log$/).forEach((path) => rmSync(path)),
    'a table that is changed': (folder: string) => records(folder, /\.ldb$/).forEach(flip),
    'a table that is missing': (folder: string) => records(folder, /\.ldb$/).forEach((path) => rmSync(path)),
    'no pointer to what is current': (folder: string) => rmSync(join(folder, 'records', 'CURRENT')),
    'no records': (folder: string) => rmSync(join(folder, 'records'), { recursive: true }),
    'a label that is cut': (folder: string) => cut(join(folder, 'orchard.json')),
  }
  it.each(Object.entries(damages))('is refused by name: %s', async (_what, damage) => {
    const folder = freshFolder()
    for (const round of [1, 2]) {
      const { store } = await open(folder)
      for (let i = 0; i < 20; i++) await put(store, `/maps/${i}`, `${round} ${'x'.repeat(500)}`)
      await store.close()
    }
    expect([records(folder, /\.log$/).length, records(folder, /\.ldb$/).length > 0]).toEqual([1, true])
    damage(folder)
    await expect(open(folder)).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining(`the folder ${folder}`) as string,
    })
  })

  it('opens if only a write that was never acknowledged is incomplete', async () => {
    const folder = freshFolder()
    const { store } = await open(folder)
    await put(store, '/a')
    await store.close()
    for (const path of records(folder, /\.log$/)) appendFileSync(path, 'torn')
    const again = await open(folder)
    expect(again.store.get('/a')?.value).toBe('/a')
    await again.store.close()
  })
})
