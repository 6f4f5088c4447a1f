import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
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
