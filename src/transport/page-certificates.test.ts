import { describe, expect, it } from 'vitest'
import { type CertificateVerifier, PageCertificates } from './page-certificates'

const pem = (...texts: string[]): string =>
  texts.map((text) => `-----BEGIN CERTIFICATE-----\n${btoa(text)}\n-----END CERTIFICATE-----\n`).join('')
const key = (name: string): CryptoKey => ({ algorithm: { name } }) as unknown as CryptoKey
const MINE = key('mine')

/** Somebody who answers the page and believes all keys but one; `asked` has the chains that were to be proven. */
function verifier(name: string, wrong?: CryptoKey) {
  const asked: string[][] = []
  const client: CertificateVerifier = {
    identify(chain, given) {
      asked.push(chain.map((one) => new TextDecoder().decode(one)))
      return given === wrong ? Promise.reject(new Error('wrong key')) : Promise.resolve(`${name}-${asked.length}`)
    },
  }
  return { client, asked }
}

describe('certificates of a page', () => {
  it('are proven when they are registered, with the whole chain', async () => {
    const { client, asked } = verifier('a')
    const certificates = new PageCertificates(() => Promise.resolve(client))
    expect(await certificates.register(pem('leaf', 'between'), MINE)).toBe('certificate 1')
    expect(await certificates.register(pem('other'), MINE)).toBe('certificate 2')
    expect(asked).toEqual([['leaf', 'between'], ['other']])
  })

  it('are proven once on each way, and go by its name for them', async () => {
    const [first, second] = [verifier('a'), verifier('b')]
    const certificates = new PageCertificates(() => Promise.resolve(first.client))
    const id = await certificates.register(pem('leaf'), MINE)
    const on = ({ client }: typeof first) => certificates.asKnownTo(client, id)
    expect([await on(first), await on(second), await on(second), await on(first)]).toEqual(
      ['a-1', 'b-1', 'b-1', 'a-1'].map((name) => ({ type: 'certificate', id: name })),
    )
    expect([first.asked.length, second.asked.length]).toEqual([1, 1])
  })

  it.each<[string, string, CryptoKey, RegExp]>([
    ['a text without a certificate', 'hello', MINE, /no certificate in the PEM text/],
    ['the key of another one', pem('leaf'), key('other'), /wrong key/],
  ])('refuse %s, and keep nothing of it', async (_what, text, given, why) => {
    const { client } = verifier('a', given === MINE ? undefined : given)
    const certificates = new PageCertificates(() => Promise.resolve(client))
    await expect(certificates.register(text, given)).rejects.toThrow(why)
    await expect(certificates.asKnownTo(client, 'certificate 1')).rejects.toThrow(/no certificate was registered/)
  })

  it('take the right key after a wrong one', async () => {
    const wrong = key('wrong')
    const { client } = verifier('a', wrong)
    const certificates = new PageCertificates(() => Promise.resolve(client))
    await expect(certificates.register(pem('leaf'), wrong)).rejects.toThrow(/wrong key/)
    expect(await certificates.register(pem('leaf'), MINE)).toBe('certificate 1')
  })
})
