import 'fake-indexeddb/auto'
import { deleteDB } from 'idb'
import { describe, expect, it, vi } from 'vitest'
import { openKeyValues } from './indexeddb-values'

describe('values beside the store', () => {
  it('outlive whoever wrote them, until they are cleared', async () => {
    const database = 'values one'
    await openKeyValues(database).put('argv', ['--a'])
    expect(await openKeyValues(database).get('argv')).toEqual(['--a'])
    expect(await openKeyValues(database).get('other')).toBeUndefined()
    await openKeyValues(database).put('argv', ['--b'])
    expect(await openKeyValues(database).get('argv')).toEqual(['--b'])
    await openKeyValues(database).clear()
    expect(await openKeyValues(database).get('argv')).toBeUndefined()
  })

  it('can be written when the database did not open at first', async () => {
    const fails = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new DOMException('Internal error.', 'UnknownError')
    })
    const values = openKeyValues('values four', { stillOwner: async () => true, onSuperseded: () => undefined })
    await expect.poll(() => fails.mock.calls.length).toBeGreaterThan(0)
    fails.mockRestore()
    await values.put('argv', ['--a'])
    expect(await values.get('argv')).toEqual(['--a'])
  })

  it('are written again after the browser took them away', async () => {
    const values = openKeyValues('values three')
    await openKeyValues('values three').put('read', 1)
    await values.get('read')
    await values.put('put', 2)
    await openKeyValues('values three').clear()
    await values.writeAgain()
    expect([await values.get('read'), await values.get('put')]).toEqual([1, 2])
  })

  it('can be keys that nobody may export', async () => {
    const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
    const values = openKeyValues('values two')
    await values.put('ca', { keys, certificate: new Uint8Array([1]) })
    const kept = (await values.get('ca')) as { keys: CryptoKeyPair; certificate: Uint8Array }
    expect([...kept.certificate]).toEqual([1])
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      kept.keys.privateKey,
      new Uint8Array(1),
    )
    expect(
      await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, keys.publicKey, signature, new Uint8Array(1)),
    ).toBe(true)
    await expect(crypto.subtle.exportKey('pkcs8', kept.keys.privateKey)).rejects.toThrow()
  })
})

/** One worker after the other opens the same values. */
function openings(database: string) {
  let owner = 0
  let count = 0
  const told: number[] = []
  const open = () => {
    const me = (owner = ++count)
    return openKeyValues(database, {
      stillOwner: () => Promise.resolve(owner === me),
      onSuperseded: () => told.push(me),
    })
  }
  return { open, told }
}

describe('an owner that stood still', () => {
  it.each<[string, (values: ReturnType<typeof openKeyValues>) => Promise<void>]>([
    ['puts', (values) => values.put('argv', ['--old'])],
    ['clears', (values) => values.clear()],
    ['writes again', (values) => values.writeAgain()],
  ])('%s nothing once another one has opened the values', async (what, act) => {
    const { open, told } = openings(`fence ${what}`)
    const first = open()
    await first.put('argv', ['--first'])
    const second = open()
    await second.put('argv', ['--second'])
    await expect(act(first)).rejects.toMatchObject({ code: 'closed' })
    expect(told).toEqual([1])
    expect(await second.get('argv')).toEqual(['--second'])
    await second.clear()
    await expect(first.put('argv', ['--old'])).rejects.toMatchObject({ code: 'closed' })
    await second.put('argv', ['--third'])
    expect(await open().get('argv')).toEqual(['--third'])
  })

  it('is shut out although it never wrote before, and although the browser took the database away', async () => {
    const { open, told } = openings('fence lost')
    const first = open()
    await first.get('argv')
    const second = open()
    await second.put('argv', ['--second'])
    await deleteDB('fence lost')
    await expect(first.put('argv', ['--old'])).rejects.toMatchObject({ code: 'closed' })
    await second.writeAgain()
    expect(await second.get('argv')).toEqual(['--second'])
    await expect(first.put('argv', ['--old'])).rejects.toMatchObject({ code: 'closed' })
    expect(told).toEqual([1, 1])
  })
})
