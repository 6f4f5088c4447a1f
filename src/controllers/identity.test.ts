import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createServiceAccountIssuer, type ServiceAccountIssuer } from '../authentication/service-account-issuer'
import { peekClaims } from '../authentication/service-account-token'
import { NODE_CLIENT_SIGNER } from '../api/kinds/certificates/signers'
import { decodeText, encodeText } from '../machinery/base64'
import type { ApiObject } from '../machinery/object'
import { cryptoRandom } from '../machinery/random'
import { type Authority, authorityOf, createAuthority } from '../pki/authority'
import { type AltNames, NO_ALT_NAMES } from '../pki/alt-names'
import { parseCertificate } from '../pki/certificate'
import { generateKeys } from '../pki/keys'
import { createMemoryKeyStore } from '../pki/key-store'
import { nameOf, showName } from '../pki/names'
import { certificatesOf } from '../pki/pem'
import { createRequest } from '../pki/request'
import { createFakeClock, type FakeClock } from '../testing/fake-clock'
import { failure, FakeApi } from '../testing/fake-api'
import { bootstrapSigner, signDetached } from './bootstrap-signer'
import { bootstrapTokenCleaner } from './bootstrap-token-cleaner'
import { certificateApprover } from './certificate-approver'
import { certificateCleaner, endOf } from './certificate-cleaner'
import { certificateSigner, validity } from './certificate-signer'
import { clusterInfoPublisher } from './cluster-info-publisher'
import type { ControllerDeps, ControllerRow } from './controllers'
import { defaultServiceAccount } from './default-service-account'
import { rootCaPublisher } from './root-ca-publisher'
import { serviceAccountTokens } from './service-account-token'

const crypto = globalThis.crypto
const HOUR = 3_600_000

let tokens: ServiceAccountIssuer
let authority: Authority
beforeAll(async () => {
  tokens = await createServiceAccountIssuer({
    crypto,
    keys: createMemoryKeyStore(),
    files: { read: () => '' },
    flag: () => undefined,
    flags: () => [],
  })
  const made = await createAuthority(crypto, { name: 'ca', now: createFakeClock().now() })
  authority = authorityOf(crypto, made.certificate, made.keys.privateKey)
})

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

interface World {
  readonly clock: FakeClock
  readonly api: FakeApi
  readonly log: string[]
  start(row: ControllerRow, more?: Partial<ControllerDeps>): Promise<void>
}

function world(): World {
  const clock = createFakeClock()
  const api = new FakeApi(clock)
  const log: string[] = []
  return {
    clock,
    api,
    log,
    async start(row, more = {}) {
      const stop = new AbortController()
      const done = row.start({
        client: api.client,
        clock,
        random: cryptoRandom(crypto),
        crypto,
        signal: stop.signal,
        release: 20,
        feature: () => false,
        flag: () => undefined,
        authority,
        feed: { targets: () => [], resolve: () => undefined, all: () => [], subscribe: () => () => undefined },
        rootCa: 'ROOT',
        tokens,
        serverUrl: 'https://orchard.example',
        log: (_, message) => log.push(message),
        ...more,
      })
      stops.push(async () => {
        stop.abort()
        await done
      })
      await api.settled()
    },
  }
}

const namespace = (name: string, more: Partial<ApiObject> = {}): ApiObject => ({ metadata: { name }, ...more })

describe('default service account', () => {
  test('every active namespace has one, and gets it back', async () => {
    const { api, start } = world()
    api.put('namespaces', namespace('old'))
    api.put('namespaces', namespace('going', { status: { phase: 'Terminating' } }))
    await start(defaultServiceAccount)
    api.put('namespaces', namespace('new'))
    await api.settled()
    const first = api.get('serviceaccounts', 'old', 'default')
    expect(api.list('serviceaccounts').map(({ metadata }) => metadata.namespace)).toEqual(['old', 'new'])
    api.remove('serviceaccounts', 'old', 'default')
    await api.settled()
    expect(api.get('serviceaccounts', 'old', 'default')?.metadata.uid).not.toBe(first?.metadata.uid)
  })
  test('a failure is tried again on the clock', async () => {
    const { api, clock, log, start } = world()
    api.answer = (method) => (method === 'POST' ? failure(500, 'InternalError') : undefined)
    api.put('namespaces', namespace('ns'))
    await start(defaultServiceAccount)
    expect(log).toEqual(['ns: InternalError'])
    api.answer = () => undefined
    await clock.advance(50)
    await api.settled()
    expect(api.get('serviceaccounts', 'ns', 'default')).toBeDefined()
  })
})

test('the root certificate is published in every namespace, and changes are taken back', async () => {
  const { api, start } = world()
  api.put('namespaces', namespace('ns'))
  await start(rootCaPublisher)
  const published = () => api.get('configmaps', 'ns', 'orch-root-ca.crt')
  expect(published()?.data).toEqual({ 'ca.crt': 'ROOT' })
  api.put('configmaps', { ...published()!, data: { 'ca.crt': 'FALSE', more: 'x' } })
  await api.settled()
  expect(published()?.data).toEqual({ 'ca.crt': 'ROOT' })
  api.remove('configmaps', 'ns', 'orch-root-ca.crt')
  await api.settled()
  expect(published()?.data).toEqual({ 'ca.crt': 'ROOT' })
})

describe('service account tokens', () => {
  const account = (more: Partial<ApiObject> = {}): ApiObject => ({
    metadata: { name: 'robot', namespace: 'ns' },
    ...more,
  })
  const secret = (name: string, of = 'robot', more: Partial<ApiObject> = {}): ApiObject => ({
    metadata: { name, namespace: 'ns', annotations: { 'orch.io/service-account.name': of } },
    type: 'orch.io/service-account-token',
    ...more,
  })
  const namesOf = (object: ApiObject | undefined): string[] =>
    ((object?.secrets ?? []) as { name: string }[]).map(({ name }) => name)

  test('up to 1.23 every account gets one, and a new one for a deleted one', async () => {
    const { api, start } = world()
    const made = api.put('serviceaccounts', account({ secrets: [{ name: 'mine' }] }))
    await start(serviceAccountTokens)
    const [mine, first = ''] = namesOf(api.get('serviceaccounts', 'ns', 'robot'))
    expect(mine).toBe('mine')
    expect(first).toMatch(/^robot-token-[a-z0-9]{5}$/)
    const stored = api.get('secrets', 'ns', first)
    expect(stored).toMatchObject({
      type: 'orch.io/service-account-token',
      metadata: {
        annotations: { 'orch.io/service-account.name': 'robot', 'orch.io/service-account.uid': made.metadata.uid },
      },
    })
    const data = stored?.data as Record<string, string>
    expect([decodeText(data['ca.crt'] ?? ''), decodeText(data.namespace ?? '')]).toEqual(['ROOT', 'ns'])
    expect(peekClaims(decodeText(data.token ?? ''))).toMatchObject({
      sub: 'system:serviceaccount:ns:robot',
      'orch.io/serviceaccount/secret.name': first,
    })
    api.remove('secrets', 'ns', first)
    await api.settled()
    const after = namesOf(api.get('serviceaccounts', 'ns', 'robot'))
    expect(after).toHaveLength(2)
    expect(after).not.toContain(first)
    expect(api.list('secrets')).toHaveLength(1)
  })
  test.each([
    [23, true, true],
    [24, true, false],
    [24, false, true],
    [26, false, false],
  ])('release 1.%i with the gate %s makes one: %s', async (release, gate, made) => {
    const { api, start } = world()
    api.put('serviceaccounts', account())
    await start(serviceAccountTokens, {
      release,
      feature: () => gate,
    })
    expect(api.list('secrets').length > 0).toBe(made)
  })
  test.each([20, 25])('release 1.%i fills a secret that asks for a token', async (release) => {
    const { api, start } = world()
    const { metadata } = api.put('serviceaccounts', account())
    await start(serviceAccountTokens, { release, feature: () => true })
    api.put('secrets', secret('extra', 'robot', { data: { own: 'eA==', 'ca.crt': encodeText('OLD') } }))
    await api.settled()
    const filled = api.get('secrets', 'ns', 'extra')
    expect(filled?.metadata.annotations).toEqual({
      'orch.io/service-account.name': 'robot',
      'orch.io/service-account.uid': metadata.uid,
    })
    expect(filled?.data).toMatchObject({ own: 'eA==', 'ca.crt': encodeText('ROOT'), namespace: encodeText('ns') })
    expect(peekClaims(decodeText((filled?.data as Record<string, string>).token ?? ''))).toMatchObject({
      'orch.io/serviceaccount/service-account.uid': metadata.uid,
    })
  })
  test('a secret whose account is gone, was never there or is another is deleted; others stay', async () => {
    const { api, start } = world()
    api.put('serviceaccounts', account())
    api.put('secrets', secret('orphan', 'nobody'))
    api.put(
      'secrets',
      secret('other', 'robot', {
        metadata: {
          ...secret('').metadata,
          name: 'other',
          annotations: { 'orch.io/service-account.name': 'robot', 'orch.io/service-account.uid': 'former' },
        },
      }),
    )
    api.put('secrets', { metadata: { name: 'plain', namespace: 'ns' }, type: 'Opaque' })
    await start(serviceAccountTokens, { release: 25, feature: () => true })
    expect(api.list('secrets').map(({ metadata }) => metadata.name)).toEqual(['plain'])
    api.put('secrets', secret('mine'))
    await api.settled()
    expect(api.get('secrets', 'ns', 'mine')).toBeDefined()
    api.remove('serviceaccounts', 'ns', 'robot')
    await api.settled()
    expect(api.list('secrets').map(({ metadata }) => metadata.name)).toEqual(['plain'])
  })
})

async function signingRequest(
  subject: [string, string[]],
  spec: Record<string, unknown>,
  altNames: Partial<AltNames> = {},
): Promise<ApiObject> {
  const pem = await createRequest(crypto, await generateKeys(crypto, 'P-256'), {
    subject: nameOf(...subject),
    altNames: { ...NO_ALT_NAMES, ...altNames },
  })
  return {
    metadata: { name: 'r' },
    spec: { request: encodeText(pem), username: 'somebody', groups: ['g'], ...spec },
    status: {},
  }
}
const approved = (object: ApiObject, time = '2023-06-01T12:00:00Z'): ApiObject => ({
  ...object,
  status: { conditions: [{ type: 'Approved', status: 'True', lastUpdateTime: time }] },
})
const CLIENT_USAGES = ['digital signature', 'key encipherment', 'client auth']
const SERVER_USAGES = ['digital signature', 'key encipherment', 'server auth']
const NODE: [string, string[]] = ['system:node:n', ['system:nodes']]

describe('signers', () => {
  const certificateOf = (object: ApiObject | undefined) => {
    const { certificate } = object?.status as { certificate?: string }
    return certificate ? parseCertificate(certificatesOf(decodeText(certificate))[0]!) : undefined
  }
  const signed = async (object: ApiObject, more: Partial<ControllerDeps> = {}) => {
    const w = world()
    w.api.put('certificatesigningrequests', object)
    await w.start(certificateSigner, more)
    return {
      certificate: certificateOf(w.api.get('certificatesigningrequests', undefined, 'r')),
      log: w.log,
      status: w.api.get('certificatesigningrequests', undefined, 'r')?.status,
    }
  }
  test.each<[string, string, [string, string[]], string[], Partial<AltNames>, boolean]>([
    ['clients', 'orch-apiserver-client', ['dora', ['a', 'b']], CLIENT_USAGES, { dns: ['x.y'], email: ['a@b'] }, true],
    ['clients', 'orch-apiserver-client', ['dora', []], ['client auth'], {}, true],
    ['clients, without the usage', 'orch-apiserver-client', ['dora', []], ['digital signature'], {}, false],
    ['clients, for servers too', 'orch-apiserver-client', ['dora', []], ['client auth', 'server auth'], {}, false],
    ['nodes', 'orch-apiserver-client-orchlet', NODE, CLIENT_USAGES, {}, true],
    ['nodes, with another name', 'orch-apiserver-client-orchlet', NODE, CLIENT_USAGES, { dns: ['x'] }, false],
    ['nodes, with fewer usages', 'orch-apiserver-client-orchlet', NODE, ['client auth'], {}, false],
    [
      'nodes, of another group',
      'orch-apiserver-client-orchlet',
      ['system:node:n', ['system:nodes', 'x']],
      CLIENT_USAGES,
      {},
      false,
    ],
    ['nodes, of another user', 'orch-apiserver-client-orchlet', ['n', ['system:nodes']], CLIENT_USAGES, {}, false],
    ['node servers', 'orchlet-serving', NODE, SERVER_USAGES, { ip: ['10.0.0.7'] }, true],
    ['node servers, without a name', 'orchlet-serving', NODE, SERVER_USAGES, {}, false],
    [
      'node servers, with an address of mail',
      'orchlet-serving',
      NODE,
      SERVER_USAGES,
      { dns: ['x'], email: ['a@b'] },
      false,
    ],
    ['node servers, with a URI', 'orchlet-serving', NODE, SERVER_USAGES, { dns: ['x'], uri: ['urn:x'] }, false],
    ['node servers, for clients', 'orchlet-serving', NODE, CLIENT_USAGES, { dns: ['x'] }, false],
    ['anybody, the old way', 'legacy-unknown', ['dora', []], ['code signing'], { uri: ['urn:x'] }, true],
  ])('for %s (%s)', async (_, signer, subject, usages, altNames, issued) => {
    const { certificate, log, status } = await signed(
      approved(await signingRequest(subject, { signerName: `orch.io/${signer}`, usages }, altNames)),
    )
    expect(!!certificate).toBe(issued)
    expect((status as { conditions: unknown[] }).conditions).toHaveLength(1)
    expect(log).toHaveLength(issued ? 0 : 1)
    if (certificate) {
      expect(showName(certificate.subject)).toBe(showName({ attributes: nameOf(...subject) }))
      expect(certificate).toMatchObject({
        isCa: false,
        altNames: { ...NO_ALT_NAMES, ...altNames },
        issuer: { commonName: 'ca' },
      })
    }
  })
  test.each([
    ['not decided', (object: ApiObject) => object],
    ['denied', (object: ApiObject) => ({ ...object, status: { conditions: [{ type: 'Denied', status: 'True' }] } })],
    [
      'failed',
      (object: ApiObject) => ({
        ...object,
        status: {
          conditions: [
            { type: 'Approved', status: 'True' },
            { type: 'Failed', status: 'True' },
          ],
        },
      }),
    ],
    [
      'of a signer elsewhere',
      (object: ApiObject) => approved({ ...object, spec: { ...(object.spec as object), signerName: 'example.com/x' } }),
    ],
  ])('a request that is %s is left alone', async (_, change) => {
    expect(
      (
        await signed(
          change(
            await signingRequest(['d', []], { signerName: 'orch.io/orch-apiserver-client', usages: ['client auth'] }),
          ),
        )
      ).certificate,
    ).toBeUndefined()
  })
  test.each([
    [undefined, 24 * HOUR, -5 * 60_000, 24 * HOUR - 5 * 60_000],
    [3600, 24 * HOUR, -5 * 60_000, HOUR],
    [600, 24 * HOUR, -5 * 60_000, 600_000],
    [10 ** 9, 24 * HOUR, -5 * 60_000, 24 * HOUR - 5 * 60_000],
    [undefined, HOUR, -5 * 60_000, HOUR],
  ])('%s seconds wanted of at most %i ms', (wanted, longest, notBefore, notAfter) => {
    expect(validity(0, longest, wanted)).toEqual({ notBefore, notAfter })
  })
  test('the flag sets the longest life', async () => {
    const object = approved(
      await signingRequest(['d', []], { signerName: 'orch.io/orch-apiserver-client', usages: ['client auth'] }),
    )
    const { certificate } = await signed(object, {
      flag: (name) => (name === 'cluster-signing-duration' ? '1h' : undefined),
    })
    expect(certificate?.notAfter).toBe(Date.UTC(2023, 5, 1, 13))
    expect(() => certificateSigner.start({ flag: () => 'soon' } as unknown as ControllerDeps)).toThrow(
      'is not a positive duration',
    )
  })
})

describe('approver', () => {
  const run = async (object: ApiObject, allowed: (subresource: string) => boolean) => {
    const w = world()
    const asked: unknown[] = []
    w.api.answer = (_, { collection }, body) => {
      if (collection !== 'subjectaccessreviews') return undefined
      const spec = body?.spec as { resourceAttributes: { subresource: string } }
      asked.push(spec)
      return Response.json({ status: { allowed: allowed(spec.resourceAttributes.subresource) } })
    }
    w.api.put('certificatesigningrequests', object)
    await w.start(certificateApprover)
    const conditions = () =>
      ((w.api.get('certificatesigningrequests', undefined, 'r')?.status as { conditions?: unknown[] }).conditions ??
        []) as { type: string; reason: string }[]
    return { ...w, asked, conditions }
  }
  const spec = { signerName: NODE_CLIENT_SIGNER, usages: CLIENT_USAGES }
  test('a requester who may have node certificates', async () => {
    const { conditions, asked, api } = await run(
      await signingRequest(NODE, { ...spec, uid: 'u', extra: { a: ['b'] } }),
      (subresource) => subresource === 'nodeclient',
    )
    expect(conditions()).toMatchObject([{ type: 'Approved', status: 'True', reason: 'AutoApproved' }])
    expect(asked).toEqual([
      {
        user: 'somebody',
        uid: 'u',
        groups: ['g'],
        extra: { a: ['b'] },
        resourceAttributes: {
          group: 'certificates.orch.io',
          resource: 'certificatesigningrequests',
          verb: 'create',
          subresource: 'nodeclient',
        },
      },
    ])
    expect(api.writes.at(-1)).toBe('PUT certificatesigningrequests/approval r')
  })
  test('a node that renews its own', async () => {
    const { conditions, asked } = await run(
      await signingRequest(NODE, { ...spec, username: 'system:node:n' }),
      (subresource) => subresource === 'selfnodeclient',
    )
    expect(conditions()).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })
  test('a permission may come later', async () => {
    let allowed = false
    const { conditions, clock, api, log } = await run(await signingRequest(NODE, spec), () => allowed)
    expect(conditions()).toEqual([])
    expect(log).toEqual(['r: the requester may not create nodeclient'])
    allowed = true
    await clock.advance(60_000)
    await api.settled()
    expect(conditions()).toHaveLength(1)
  })
  test.each([
    ['another signer', NODE, { ...spec, signerName: 'orch.io/orch-apiserver-client' }],
    ['another subject', ['dora', ['builders']] as [string, string[]], spec],
    ['other usages', NODE, { ...spec, usages: ['client auth'] }],
  ])('%s waits for a person', async (_, subject, other) => {
    const { asked, conditions } = await run(await signingRequest(subject, other), () => true)
    expect([asked, conditions()]).toEqual([[], []])
  })
  test('what is decided stays decided', async () => {
    const { asked } = await run(
      { ...(await signingRequest(NODE, spec)), status: { conditions: [{ type: 'Denied', status: 'True' }] } },
      () => true,
    )
    expect(asked).toEqual([])
  })
})

describe('cleaner of signing requests', () => {
  const at = (type: string, lastUpdateTime = '2023-06-01T12:00:00Z'): ApiObject => ({
    metadata: { name: 'r', creationTimestamp: '2023-06-01T12:00:00Z' },
    status: { conditions: [{ type, status: 'True', lastUpdateTime }] },
  })
  test.each([
    [
      'pending',
      { metadata: { name: 'r', creationTimestamp: '2023-06-01T12:00:00Z' }, status: {} },
      '2023-06-02T12:00:00.000Z',
    ],
    ['approved', at('Approved'), '2023-06-01T13:00:00.000Z'],
    ['denied', at('Denied'), '2023-06-01T13:00:00.000Z'],
    ['failed', at('Failed', '2023-06-01T15:00:00Z'), '2023-06-01T16:00:00.000Z'],
  ])('%s', async (_, object, end) => {
    expect(new Date(endOf(object)).toISOString()).toBe(end)
    const { api, clock, start } = world()
    api.put('certificatesigningrequests', object)
    await start(certificateCleaner)
    await clock.advance(Date.parse(end) - clock.now() - 1000)
    await api.settled()
    expect(api.list('certificatesigningrequests')).toHaveLength(1)
    await clock.advance(1000)
    await api.settled()
    expect(api.list('certificatesigningrequests')).toHaveLength(0)
  })
  test('with an expired certificate', () => {
    const certificate = encodeText(authority.pem)
    expect(endOf({ metadata: {}, status: { certificate, conditions: [{ type: 'Other' }] } })).toBe(
      authority.certificate.notAfter,
    )
  })
})

describe('bootstrap tokens', () => {
  const secret = (id: string, data: Record<string, string> = {}): ApiObject => ({
    metadata: { name: `bootstrap-token-${id}`, namespace: 'orch-system' },
    type: 'bootstrap.orch.io/token',
    data: Object.fromEntries(
      Object.entries({
        'token-id': id,
        'token-secret': '0123456789abcdef',
        'usage-bootstrap-signing': 'true',
        ...data,
      }).map(([key, value]) => [key, encodeText(value)]),
    ),
  })
  const map = (data: Record<string, string>): ApiObject => ({
    metadata: { name: 'cluster-info', namespace: 'orch-public' },
    data,
  })

  test('the cleaner deletes them when they end', async () => {
    const { api, clock, start } = world()
    api.put('secrets', secret('aaaaaa', { expiration: '2023-06-01T12:00:10Z' }))
    api.put('secrets', secret('bbbbbb', { expiration: 'never' }))
    api.put('secrets', secret('cccccc'))
    await start(bootstrapTokenCleaner)
    expect(api.list('secrets').map(({ metadata }) => metadata.name)).toEqual([
      'bootstrap-token-aaaaaa',
      'bootstrap-token-cccccc',
    ])
    await clock.advance(10_000)
    await api.settled()
    expect(api.list('secrets').map(({ metadata }) => metadata.name)).toEqual(['bootstrap-token-cccccc'])
  })
  test('a detached signature is a function of payload and token', async () => {
    const jws = await signDetached('text', { id: 'abcdef', secret: '0123456789abcdef' })
    const [header = '', payload, signature = ''] = jws.split('.')
    expect(payload).toBe('')
    expect(JSON.parse(atob(header))).toEqual({ alg: 'HS256', kid: 'abcdef' })
    const key = await crypto.subtle.importKey(
      'raw',
      new TextEncoder().encode('abcdef.0123456789abcdef'),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['verify'],
    )
    const bytes = Uint8Array.from(atob(signature.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    expect(
      await crypto.subtle.verify(
        'HMAC',
        key,
        bytes,
        new TextEncoder().encode(`${header}.${btoa('text').replace(/=+$/, '')}`),
      ),
    ).toBe(true)
  })
  test('cluster-info is signed by the tokens that may sign, again when it changes, and no longer when they end', async () => {
    const { api, clock, start } = world()
    const keys = () => Object.keys((api.get('configmaps', 'orch-public', 'cluster-info')?.data ?? {}) as object).sort()
    api.put('configmaps', map({ kubeconfig: 'one', other: 'x', 'jws-kubeconfig-zzzzzz': 'stale' }))
    api.put('secrets', secret('aaaaaa', { expiration: '2023-06-01T12:00:10Z' }))
    api.put('secrets', secret('bbbbbb', { 'usage-bootstrap-signing': 'false' }))
    await start(bootstrapSigner)
    expect(keys()).toEqual(['jws-kubeconfig-aaaaaa', 'kubeconfig', 'other'])
    const before = (api.get('configmaps', 'orch-public', 'cluster-info')?.data as Record<string, string>)[
      'jws-kubeconfig-aaaaaa'
    ]
    api.put('configmaps', map({ kubeconfig: 'two' }))
    api.put('secrets', secret('cccccc'))
    await api.settled()
    expect(keys()).toEqual(['jws-kubeconfig-aaaaaa', 'jws-kubeconfig-cccccc', 'kubeconfig'])
    expect(
      (api.get('configmaps', 'orch-public', 'cluster-info')?.data as Record<string, string>)['jws-kubeconfig-aaaaaa'],
    ).not.toBe(before)
    await clock.advance(10_000)
    await api.settled()
    expect(keys()).toEqual(['jws-kubeconfig-cccccc', 'kubeconfig'])
    api.remove('secrets', 'orch-system', 'bootstrap-token-cccccc')
    await api.settled()
    expect(keys()).toEqual(['kubeconfig'])
  })
  test('cluster-info follows the cluster; signatures stay the business of the signer', async () => {
    const { api, start } = world()
    await start(clusterInfoPublisher)
    expect(api.list('configmaps')).toEqual([])
    api.put('namespaces', namespace('orch-public'))
    await api.settled()
    const data = () => api.get('configmaps', 'orch-public', 'cluster-info')?.data as Record<string, string>
    expect(data().kubeconfig).toContain('server: https://orchard.example')
    expect(data().kubeconfig).toContain(`certificate-authority-data: ${encodeText('ROOT')}`)
    const text = data().kubeconfig
    api.put('configmaps', map({ kubeconfig: 'other', 'jws-kubeconfig-aaaaaa': 'x' }))
    await api.settled()
    expect(data()).toEqual({ kubeconfig: text, 'jws-kubeconfig-aaaaaa': 'x' })
  })
})
