import { beforeEach, describe, expect, it } from 'vitest'
import { Client } from '../../../client/client'
import { encodeText } from '../../../machinery/base64'
import { isObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { isSignedBy, parseCertificate } from '../../../pki/certificate'
import { parseBundle } from '../../../pki/chain'
import { showName } from '../../../pki/names'
import { hasValidSignature, parseRequestPem } from '../../../pki/request'
import { altNamesOf, decideCsr, EXAMPLE_FORM, makeKey, makeRequest, submitCsr, stateOf, useCsrStore } from './csr-store'
import { signHere } from './custom-signer'
import { makeProxy } from './proxy'

let sent: { method: string; path: string; body: ApiObject }[]
let stored: ApiObject | undefined
const client = new Client(async (request) => {
  const { pathname } = new URL(request.url)
  if (request.method === 'GET') return Response.json(stored)
  stored = (await request.json()) as ApiObject
  sent.push({ method: request.method, path: pathname, body: stored })
  return Response.json(stored)
})

beforeEach(() => {
  sent = []
  stored = undefined
  useCsrStore.setState({ made: {}, key: undefined, request: undefined, authority: undefined })
})

const member = (object: ApiObject | undefined, part: 'spec' | 'status') => {
  const value = object?.[part]
  return isObject(value) ? value : {}
}

describe('the workshop', () => {
  it.each(['P-256', 'P-384', 'RSA-2048'] as const)('goes from a key (%s) to a certificate', async (algorithm) => {
    const form = {
      ...EXAMPLE_FORM,
      algorithm,
      altNames: ['a.example', '10.0.0.1', 'x@y.example', 'spiffe://z'],
      signerName: 'example.com/mine',
    }
    await makeKey(algorithm)
    const request = parseRequestPem(await makeRequest(form))
    expect(showName(request.subject)).toBe('O=builders,CN=dora')
    expect(request.altNames).toEqual({
      dns: ['a.example'],
      ip: ['10.0.0.1'],
      email: ['x@y.example'],
      uri: ['spiffe://z'],
    })
    expect(await hasValidSignature(crypto, request)).toBe(true)

    const name = await submitCsr(client, form)
    expect(useCsrStore.getState()).toMatchObject({ key: undefined, request: undefined })
    expect(useCsrStore.getState().made[name]?.key).toContain('PRIVATE KEY')
    expect(JSON.stringify(sent)).not.toContain('PRIVATE KEY')

    await decideCsr(client, stored as ApiObject, 'Approved', 0)
    expect(sent.at(-1)).toMatchObject({
      method: 'PUT',
      path: `/apis/certificates.orch.io/v1/certificatesigningrequests/${name}/approval`,
    })
    expect(stored && stateOf(stored)).toEqual({ word: 'approved' })

    const now = Date.UTC(2024, 0, 1)
    await signHere(client, stored as ApiObject, now)
    expect(sent.at(-1)?.path).toMatch(/\/status$/)
    const { word, certificate = '' } = stateOf(stored as ApiObject)
    expect(word).toBe('issued')
    const [leaf] = parseBundle(certificate)
    const [authority] = parseBundle(useCsrStore.getState().authority?.certificate ?? '')
    if (!leaf || !authority) throw new Error('no certificate')
    expect(await isSignedBy(crypto, leaf, authority)).toBe(true)
    expect(leaf.notAfter).toBe(now + 86_400_000)
    expect(leaf.altNames).toEqual(request.altNames)
    expect(member(stored, 'spec')['request']).toBe(encodeText(useCsrStore.getState().made[name]?.request ?? ''))
  })

  it('makes nothing without what comes before it', async () => {
    await expect(makeRequest(EXAMPLE_FORM)).rejects.toThrow('create a key first')
    await expect(submitCsr(client, EXAMPLE_FORM)).rejects.toThrow('create a CSR first')
    expect(sent).toEqual([])
  })

  it('distinguishes kinds of alternative names', () => {
    expect(altNamesOf(['::1', 'host', 'mailto:a@b', 'a@b'])).toEqual({
      dns: ['host'],
      ip: ['::1'],
      email: ['a@b'],
      uri: ['mailto:a@b'],
    })
  })

  it.each([
    [{}, 'pending'],
    [{ conditions: [{ type: 'Approved', status: 'True' }] }, 'approved'],
    [{ conditions: [{ type: 'Denied', status: 'True' }] }, 'denied'],
    [
      {
        conditions: [
          { type: 'Approved', status: 'True' },
          { type: 'Failed', status: 'True' },
        ],
      },
      'failed',
    ],
    [{ certificate: encodeText('x'), conditions: [{ type: 'Approved', status: 'True' }] }, 'issued'],
  ])('knows the state of %j', (status, word) => {
    expect(stateOf({ metadata: {}, status }).word).toBe(word)
  })
})

it('makes a proxy that its own authority vouches for', async () => {
  const { ca, certificate, key } = await makeProxy(crypto, 'front-proxy', Date.UTC(2024, 0, 1))
  const [root] = parseBundle(ca)
  const [leaf] = parseBundle(certificate)
  if (!root || !leaf) throw new Error('no certificate')
  expect(await isSignedBy(crypto, parseCertificate(leaf.der), root)).toBe(true)
  expect(leaf.subject.commonName).toBe('front-proxy')
  expect(key).toContain('PRIVATE KEY')
})
