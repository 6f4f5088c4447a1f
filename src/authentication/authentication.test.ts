import { beforeAll, describe, expect, test } from 'vitest'
import { legacyClaims, boundClaims } from '../api/kinds/authentication/token-claims'
import { createTokenRequest } from '../api/kinds/authentication/token-request'
import { reviewToken } from '../api/kinds/authentication/token-review'
import { encodeText } from '../machinery/base64'
import type { ApiObject } from '../machinery/object'
import type { ObjectReader } from '../machinery/reader'
import { type Authority, authorityOf, createAuthority } from '../pki/authority'
import { exportPublicKey, generateKeys } from '../pki/keys'
import { createMemoryKeyStore } from '../pki/key-store'
import { nameOf } from '../pki/names'
import { loadTokenKeys, signClaims, type TokenKeys } from '../pki/token-keys'
import { createFakeClock, type FakeClock } from '../testing/fake-clock'
import type { Connection } from '../transport/connection'
import { type Authentication, createAuthentication } from './authentication'
import {
  createServiceAccountIssuer,
  keySet,
  openIdConfiguration,
  type ServiceAccountIssuer,
} from './service-account-issuer'

const crypto = globalThis.crypto
const DAY = 86_400_000

/** A reader over a list that tests change. */
function readerOf(objects: ApiObject[]): ObjectReader {
  const resourceOf = (object: ApiObject): string => `${(object.kind ?? '').toLowerCase()}s`
  const find = (resource: string, namespace?: string) =>
    objects.filter(
      (object) =>
        resourceOf(object) === resource && (namespace === undefined || object.metadata.namespace === namespace),
    )
  return {
    get: (of, namespace, name) => find(of.resource, namespace).find((object) => object.metadata.name === name),
    list: (of, namespace) => find(of.resource, namespace),
    subscribe: () => () => undefined,
  }
}

interface World {
  clock: FakeClock
  objects: ApiObject[]
  files: Record<string, string>
  answers: Record<string, (request: Request) => unknown>
  calls: { url: string; body: string; ca: string | undefined }[]
  start(flags?: Record<string, string | string[]>, clientCa?: string): Promise<Authentication>
}

let issuer: ServiceAccountIssuer
let authority: Authority
let proxyAuthority: Authority
let provider: TokenKeys
beforeAll(async () => {
  const env = {
    crypto,
    keys: createMemoryKeyStore(),
    files: { read: () => '' },
    flag: () => undefined,
    flags: () => [],
  }
  issuer = await createServiceAccountIssuer(env)
  const now = createFakeClock().now()
  const make = async (name: string): Promise<Authority> => {
    const made = await createAuthority(crypto, { name, now })
    return authorityOf(crypto, made.certificate, made.keys.privateKey)
  }
  authority = await make('users')
  proxyAuthority = await make('proxies')
  provider = await loadTokenKeys(crypto, createMemoryKeyStore(), 'provider', { verification: [] })
})

function world(): World {
  const made: World = {
    clock: createFakeClock(),
    objects: [],
    files: {},
    answers: {},
    calls: [],
    start: (flags = {}, clientCa) =>
      createAuthentication({
        reader: readerOf(made.objects),
        clock: made.clock,
        crypto,
        outside: {
          async fetch(request, trust) {
            made.calls.push({ url: request.url, body: await request.clone().text(), ca: trust?.ca })
            const answer = made.answers[request.url]
            if (!answer) throw new Error(`nobody at ${request.url}`)
            const value = answer(request)
            return value instanceof Response ? value : Response.json(value)
          },
        },
        files: {
          read(name) {
            const text = made.files[name]
            if (text === undefined) throw new Error(`no file ${name}`)
            return text
          },
        },
        flag: (name) => [flags[name] ?? []].flat().at(-1),
        flags: (name) => [flags[name] ?? []].flat(),
        tokens: issuer,
        ...(clientCa !== undefined && { clientCa }),
      }),
  }
  return made
}

const TCP: Connection = { remote: '10.0.0.1', secure: true }
const PAGE: Connection = { remote: 'tab', secure: true, user: { name: 'page', groups: ['system:masters'] } }
/** Who a request is taken for: the user, or the message of the refusal. */
async function who(
  authentication: Authentication,
  headers: Record<string, string> = {},
  connection = TCP,
): Promise<unknown> {
  return authentication.authenticate({ headers: new Headers(headers), connection }).then(
    ({ user }) => user,
    (error: Error & { code?: number }) => `${error.code ?? ''} ${error.message}`,
  )
}
const withToken = (token: string) => ({ authorization: `Bearer ${token}` })

describe('credentials', () => {
  const ANONYMOUS = { name: 'system:anonymous', groups: ['system:unauthenticated'] }
  const ALICE = { name: 'alice', uid: 'alice-uid', groups: ['devs', 'qa', 'system:authenticated'] }
  test.each([
    ['none', {}, TCP, ANONYMOUS],
    ['none on a connection that speaks for somebody', {}, PAGE, PAGE.user],
    ['a token', withToken('alice-token'), TCP, ALICE],
    ['a token on a connection that speaks for somebody', withToken('alice-token'), PAGE, ALICE],
    ['the scheme in small letters', { authorization: 'bearer alice-token' }, TCP, ALICE],
    ['more than one space', { authorization: 'Bearer  alice-token' }, TCP, ANONYMOUS],
    ['an empty token', { authorization: 'Bearer' }, TCP, ANONYMOUS],
    ['another scheme', { authorization: 'Basic YTpi' }, TCP, ANONYMOUS],
    ['an unknown token', withToken('wrong'), TCP, '401 Unauthorized'],
    ['an unknown token on a connection that speaks for somebody', withToken('wrong'), PAGE, '401 Unauthorized'],
  ])('%s', async (_, headers, connection, expected) => {
    const w = world()
    w.files.tokens = 'alice-token,alice,alice-uid,"devs,qa"\n'
    expect(
      await who(await w.start({ 'token-auth-file': 'tokens' }), headers as Record<string, string>, connection),
    ).toEqual(expected)
  })

  test.each([
    ['by default', {}, ANONYMOUS],
    ['switched off', { 'anonymous-auth': 'false' }, '401 Unauthorized'],
    ['when everything is allowed', { 'authorization-mode': ['AlwaysAllow'] }, '401 Unauthorized'],
    [
      'when everything is allowed, switched on',
      { 'authorization-mode': ['AlwaysAllow'], 'anonymous-auth': 'true' },
      ANONYMOUS,
    ],
  ])('anonymous requests %s', async (_, flags, expected) => {
    expect(await who(await world().start(flags))).toEqual(expected)
  })
})

describe('token file', () => {
  test.each([
    ['a,b\n', 'line 1: must have at least 3 columns (token, user name, user uid), found 2'],
    ['a,b,c\n\n"x', 'line 3: a quoted column does not end'],
    ['a,b,c\nd,"e"f,g', 'line 2: text after a quoted column'],
    ['a,b"c,d', 'line 1: a quote inside a column'],
  ])('%j is refused', async (text, message) => {
    const w = world()
    w.files.tokens = text
    await expect(w.start({ 'token-auth-file': 'tokens' })).rejects.toThrow(message)
  })
  test.each([
    ['t,u,i\r\n', { name: 'u', uid: 'i', groups: ['system:authenticated'] }],
    ['t,u,\n', { name: 'u', groups: ['system:authenticated'] }],
    ['t,"a ""b"", c",i,g', { name: 'a "b", c', uid: 'i', groups: ['g', 'system:authenticated'] }],
    ['t,first,1\nt,second,2', { name: 'second', uid: '2', groups: ['system:authenticated'] }],
    [',nobody,0\nt,u,i,"system:authenticated"', { name: 'u', uid: 'i', groups: ['system:authenticated'] }],
  ])('%j', async (text, user) => {
    const w = world()
    w.files.tokens = text
    expect(await who(await w.start({ 'token-auth-file': 'tokens' }), withToken('t'))).toEqual(user)
  })
})

async function certificate(
  from: Authority,
  commonName: string,
  organizations: string[] = [],
  usages = ['client auth'],
  lifeMs = DAY,
): Promise<Connection> {
  const { publicKey } = await generateKeys(crypto, 'P-256')
  const now = createFakeClock().now()
  const der = await from.issue({
    subject: nameOf(commonName, organizations),
    publicKey: await exportPublicKey(crypto, publicKey),
    usages,
    notBefore: now - DAY,
    notAfter: now + lifeMs,
  })
  return { ...TCP, peerCertificates: [der] }
}

describe('client certificates', () => {
  const start = (w: World) => {
    w.files.ca = authority.pem
    return w.start({ 'client-ca-file': 'ca' })
  }
  test('the common name is the user, organizations are groups', async () => {
    expect(await who(await start(world()), {}, await certificate(authority, 'dora', ['a', 'b']))).toEqual({
      name: 'dora',
      groups: ['a', 'b', 'system:authenticated'],
    })
  })
  test.each([
    ['of another authority', () => certificate(proxyAuthority, 'dora'), '401 Unauthorized'],
    ['for servers', () => certificate(authority, 'dora', [], ['server auth']), '401 Unauthorized'],
    ['out of date', () => certificate(authority, 'dora', [], ['client auth'], -DAY / 2), '401 Unauthorized'],
    [
      'without a common name',
      () => certificate(authority, ''),
      { name: 'system:anonymous', groups: ['system:unauthenticated'] },
    ],
  ])('one %s', async (_, make, expected) => {
    expect(await who(await start(world()), {}, await make())).toEqual(expected)
  })
  test('a token decides when the certificate is not known', async () => {
    const w = world()
    w.files.tokens = 't,u,i'
    w.files.ca = authority.pem
    const authentication = await w.start({ 'client-ca-file': 'ca', 'token-auth-file': 'tokens' })
    expect(await who(authentication, withToken('t'), await certificate(proxyAuthority, 'dora'))).toMatchObject({
      name: 'u',
    })
    expect(await who(authentication, withToken('wrong'), await certificate(authority, 'dora'))).toMatchObject({
      name: 'dora',
    })
  })
  test('without the flag nobody looks, unless the cluster has an authority of its own', async () => {
    const connection = await certificate(authority, 'dora')
    expect(await who(await world().start(), {}, connection)).toMatchObject({ name: 'system:anonymous' })
    expect(await who(await world().start({}, authority.pem), {}, connection)).toMatchObject({ name: 'dora' })
  })
  test('a bundle without certificates is refused', async () => {
    const w = world()
    w.files.ca = 'nothing'
    await expect(w.start({ 'client-ca-file': 'ca' })).rejects.toThrow(
      '--client-ca-file: ca: the data holds no certificate',
    )
  })
})

describe('authenticating proxy', () => {
  const FLAGS = {
    'requestheader-client-ca-file': 'proxy',
    'requestheader-username-headers': ['X-User', 'X-Remote-User'],
    'requestheader-group-headers': ['X-Remote-Group'],
    'requestheader-extra-headers-prefix': ['X-Remote-Extra-'],
    'requestheader-allowed-names': ['front'],
  }
  const HEADERS = { 'x-remote-user': 'dora', 'x-remote-group': 'a, b', 'x-remote-extra-Acme%2Fproject': 'one, two' }
  const start = () => {
    const w = world()
    w.files.proxy = proxyAuthority.pem
    w.files.ca = authority.pem
    return w.start({ ...FLAGS, 'client-ca-file': 'ca' })
  }
  test.each([
    [
      'an allowed proxy',
      () => certificate(proxyAuthority, 'front'),
      HEADERS,
      { name: 'dora', groups: ['a', 'b', 'system:authenticated'], extra: { 'acme/project': ['one', 'two'] } },
    ],
    [
      'the first header that has a value',
      () => certificate(proxyAuthority, 'front'),
      { ...HEADERS, 'x-user': 'eve' },
      expect.objectContaining({ name: 'eve' }),
    ],
    ['a proxy of another name', () => certificate(proxyAuthority, 'other'), HEADERS, '401 Unauthorized'],
    [
      'a certificate of a user',
      () => certificate(authority, 'front'),
      HEADERS,
      { name: 'front', groups: ['system:authenticated'] },
    ],
    ['no certificate', async () => TCP, HEADERS, expect.objectContaining({ name: 'system:anonymous' })],
  ])('%s', async (_, connection, headers, expected) => {
    expect(await who(await start(), headers, await connection())).toEqual(expected)
  })
  test('its flags belong together', async () => {
    await expect(world().start({ 'requestheader-group-headers': 'X' })).rejects.toThrow(
      'needs --requestheader-client-ca-file',
    )
    await expect(world().start({ 'requestheader-client-ca-file': 'x' })).rejects.toThrow(
      'needs --requestheader-username-headers',
    )
  })
})

describe('bootstrap tokens', () => {
  const secret = (data: Record<string, string> = {}, more: Partial<ApiObject> = {}): ApiObject => ({
    kind: 'Secret',
    metadata: { name: 'bootstrap-token-abc123', namespace: 'orch-system' },
    type: 'bootstrap.orch.io/token',
    data: Object.fromEntries(
      Object.entries({
        'token-id': 'abc123',
        'token-secret': '0123456789abcdef',
        'usage-bootstrap-authentication': 'true',
        ...data,
      }).map(([key, value]) => [key, encodeText(value)]),
    ),
    ...more,
  })
  const USER = { name: 'system:bootstrap:abc123', groups: ['system:bootstrappers', 'system:authenticated'] }
  test.each([
    ['a sound one', secret(), USER],
    [
      'extra groups, sorted',
      secret({ 'auth-extra-groups': 'system:bootstrappers:w,system:bootstrappers:a:b' }),
      {
        ...USER,
        groups: ['system:bootstrappers', 'system:bootstrappers:a:b', 'system:bootstrappers:w', 'system:authenticated'],
      },
    ],
    ['one that ends later', secret({ expiration: '2023-06-01T12:00:01Z' }), USER],
    ['one that has ended', secret({ expiration: '2023-06-01T12:00:00Z' }), '401 Unauthorized'],
    ['one with an end that is no time', secret({ expiration: 'tomorrow' }), '401 Unauthorized'],
    ['a group outside the prefix', secret({ 'auth-extra-groups': 'system:masters' }), '401 Unauthorized'],
    ['another secret half', secret({ 'token-secret': '0123456789abcdeX' }), '401 Unauthorized'],
    ['another id inside', secret({ 'token-id': 'abc124' }), '401 Unauthorized'],
    ['not for authentication', secret({ 'usage-bootstrap-authentication': 'yes' }), '401 Unauthorized'],
    ['a secret of another type', secret({}, { type: 'Opaque' }), '401 Unauthorized'],
    [
      'a secret elsewhere',
      secret({}, { metadata: { name: 'bootstrap-token-abc123', namespace: 'default' } }),
      '401 Unauthorized',
    ],
    [
      'a secret that is being deleted',
      secret(
        {},
        {
          metadata: {
            name: 'bootstrap-token-abc123',
            namespace: 'orch-system',
            deletionTimestamp: '2023-06-01T11:00:00Z',
          },
        },
      ),
      '401 Unauthorized',
    ],
  ])('%s', async (_, object, expected) => {
    const w = world()
    w.objects.push(object)
    expect(
      await who(await w.start({ 'enable-bootstrap-token-auth': 'true' }), withToken('abc123.0123456789abcdef')),
    ).toEqual(expected)
  })
  test('they count only when switched on', async () => {
    const w = world()
    w.objects.push(secret())
    expect(await who(await w.start(), withToken('abc123.0123456789abcdef'))).toBe('401 Unauthorized')
  })
})

describe('service accounts', () => {
  const account: ApiObject = { kind: 'ServiceAccount', metadata: { name: 'robot', namespace: 'ns', uid: 'sa-uid' } }
  const pod = (name = 'robot'): ApiObject => ({
    kind: 'Pod',
    metadata: { name: 'p', namespace: 'ns', uid: 'pod-uid' },
    spec: { serviceAccountName: name },
  })
  const reference = { namespace: 'ns', name: 'robot', uid: 'sa-uid' }
  const USER = {
    name: 'system:serviceaccount:ns:robot',
    uid: 'sa-uid',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:ns', 'system:authenticated'],
  }
  const legacySecret = (token: string): ApiObject => ({
    kind: 'Secret',
    metadata: { name: 's', namespace: 'ns' },
    data: { token: encodeText(token) },
  })

  test.each<[string, (w: World, token: string) => void, unknown]>([
    ['as long as secret and account are there', () => undefined, USER],
    ['after the secret is gone', (w) => w.objects.pop(), '401 Unauthorized'],
    ['after the account is gone', (w) => w.objects.shift(), '401 Unauthorized'],
    ['after the secret has another token', (w) => (w.objects[1] = legacySecret('other')), '401 Unauthorized'],
    [
      'for another account of the name',
      (w) => (w.objects[0] = { ...account, metadata: { ...account.metadata, uid: 'new' } }),
      '401 Unauthorized',
    ],
  ])('the token of a secret %s', async (_, change, expected) => {
    const w = world()
    const token = await issuer.sign(legacyClaims(reference, 's'))
    w.objects.push(account, legacySecret(token))
    const authentication = await w.start()
    change(w, token)
    expect(await who(authentication, withToken(token))).toEqual(expected)
  })
  test('without look-up the signature alone decides', async () => {
    const token = await issuer.sign(legacyClaims(reference, 's'))
    expect(await who(await world().start({ 'service-account-lookup': 'false' }), withToken(token))).toEqual(USER)
  })
  test.each([
    ['of another signer', async () => signClaims(provider, legacyClaims(reference, 's'))],
    [
      'for another subject',
      () => issuer.sign({ ...legacyClaims(reference, 's'), sub: 'system:serviceaccount:ns:other' }),
    ],
    [
      'without a secret',
      () => issuer.sign({ ...legacyClaims(reference, 's'), 'orch.io/serviceaccount/secret.name': '' }),
    ],
  ])('a token %s is refused', async (_, make) => {
    expect(await who(await world().start({ 'service-account-lookup': 'false' }), withToken(await make()))).toBe(
      '401 Unauthorized',
    )
  })

  const request = (
    w: World,
    spec: Record<string, unknown> = {},
    more: Partial<Parameters<typeof createTokenRequest>[1]> = {},
  ) =>
    createTokenRequest(
      { apiVersion: 'authentication.orch.io/v1', kind: 'TokenRequest', metadata: {}, spec },
      {
        reader: readerOf(w.objects),
        now: w.clock.now(),
        namespace: 'ns',
        name: 'robot',
        issuer: issuer.issuer,
        audiences: issuer.audiences,
        extend: true,
        release: 25,
        warn: () => undefined,
        sign: (claims) => issuer.sign(claims),
        ...more,
      },
    )
  const tokenOf = (answer: ApiObject): string => (answer.status as { token: string }).token

  test('a bound token lasts until its end, its pod and its account', async () => {
    const w = world()
    w.objects.push(account, pod())
    const authentication = await w.start()
    const answer = await request(w, {
      expirationSeconds: 600,
      boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p', uid: 'pod-uid' },
    })
    expect(answer).toMatchObject({
      metadata: { name: 'robot', namespace: 'ns' },
      spec: { audiences: issuer.audiences, expirationSeconds: 600 },
      status: { expirationTimestamp: '2023-06-01T12:10:00Z' },
    })
    const bound = {
      ...USER,
      extra: { 'authentication.orch.io/pod-name': ['p'], 'authentication.orch.io/pod-uid': ['pod-uid'] },
    }
    expect(await who(authentication, withToken(tokenOf(answer)))).toEqual(bound)
    w.objects[1] = { ...pod(), metadata: { ...pod().metadata, uid: 'new' } }
    expect(await who(authentication, withToken(tokenOf(answer)))).toBe('401 Unauthorized')
    w.objects[1] = pod()
    await w.clock.advance(599_000)
    expect(await who(authentication, withToken(tokenOf(answer)))).toEqual(bound)
    await w.clock.advance(1000)
    expect(await who(authentication, withToken(tokenOf(answer)))).toBe('401 Unauthorized')
  })
  test('a token for others is none for the server', async () => {
    const w = world()
    w.objects.push(account)
    const authentication = await w.start()
    const token = tokenOf(await request(w, { audiences: ['vault', 'registry'] }))
    expect(await who(authentication, withToken(token))).toBe('401 Unauthorized')
    const review = async (audiences?: string[]) =>
      (
        await reviewToken(
          { metadata: {}, spec: { token, ...(audiences && { audiences }) } },
          (text, asked) => authentication.authenticateToken(text, asked),
          issuer.audiences,
        )
      ).status as Record<string, unknown>
    expect(await review()).not.toHaveProperty('authenticated')
    expect(await review(['other'])).not.toHaveProperty('authenticated')
    expect(await review(['other', 'registry'])).toMatchObject({
      authenticated: true,
      audiences: ['registry'],
      user: { username: USER.name, uid: 'sa-uid', groups: USER.groups },
    })
  })
  test.each([
    ['599 seconds', { expirationSeconds: 599 }, 422],
    ['600 seconds', { expirationSeconds: 600 }, undefined],
    ['2^32 seconds', { expirationSeconds: 2 ** 32 }, undefined],
    ['a second more', { expirationSeconds: 2 ** 32 + 1 }, 422],
    ['a pod that is not there', { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'q' } }, 404],
    ['a pod of another uid', { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p', uid: 'x' } }, 409],
    ['a pod of another account', { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'other' } }, 400],
    ['a config map', { boundObjectRef: { kind: 'ConfigMap', apiVersion: 'v1', name: 'p' } }, 400],
    ['a pod of another group', { boundObjectRef: { kind: 'Pod', apiVersion: 'apps/v1', name: 'p' } }, 400],
    ['a secret', { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 's' } }, undefined],
  ])('a request for %s', async (_, spec, code) => {
    const w = world()
    w.objects.push(account, pod(), legacySecret(''), { ...pod('other'), metadata: { name: 'other', namespace: 'ns' } })
    const failure = await request(w, spec).then(
      () => undefined,
      (error: { code: number }) => error.code,
    )
    expect(failure).toBe(code)
  })
  test('a long life is cut to what is allowed, with a warning; injected tokens live on', async () => {
    const w = world()
    w.objects.push(account)
    const warnings: string[] = []
    const life = async (answer: ApiObject): Promise<number> => {
      const { exp, iat } = JSON.parse(atob(tokenOf(answer).split('.')[1] ?? '')) as { exp: number; iat: number }
      return exp - iat
    }
    expect(
      await life(
        await request(w, { expirationSeconds: 7200 }, { maxSeconds: 3600, warn: (text) => warnings.push(text) }),
      ),
    ).toBe(3600)
    expect(warnings).toEqual(['requested expiration of 7200 seconds shortened to 3600 seconds'])
    expect(await life(await request(w, { expirationSeconds: 3607 }))).toBe(365 * 24 * 3600)
    expect(await life(await request(w, { expirationSeconds: 3607 }, { extend: false }))).toBe(3607)
  })
  test('a review needs a token', async () => {
    await expect(
      reviewToken({ metadata: {}, spec: {} }, async () => ({ authenticated: false }), []),
    ).rejects.toMatchObject({ code: 400 })
  })
  test('discovery says where the keys are, and what they are', () => {
    expect(openIdConfiguration(issuer, 'https://x/openid/v1/jwks')).toEqual({
      issuer: 'https://orch.default.svc',
      jwks_uri: 'https://x/openid/v1/jwks',
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
    expect(keySet(issuer)).toMatchObject({ keys: [{ use: 'sig', kty: 'RSA', alg: 'RS256', e: 'AQAB' }] })
    expect(JSON.stringify(keySet(issuer))).not.toContain('"d"')
  })
  test('bound claims say only what is known', () => {
    const claims = boundClaims({ issuer: 'i', audiences: ['a'], issuedAt: 10, lifetimeSeconds: 5, account: reference })
    expect(claims).toEqual({
      aud: ['a'],
      exp: 15,
      iat: 10,
      iss: 'i',
      nbf: 10,
      sub: USER.name,
      'orch.io': { namespace: 'ns', serviceaccount: { name: 'robot', uid: 'sa-uid' } },
    })
  })
})

describe('OpenID Connect', () => {
  const ISSUER = 'https://idp.example'
  const FLAGS = { 'oidc-issuer-url': ISSUER, 'oidc-client-id': 'app' }
  const serve = (w: World, keys = provider): void => {
    w.answers[`${ISSUER}/.well-known/openid-configuration`] = () => ({ issuer: ISSUER, jwks_uri: `${ISSUER}/keys` })
    w.answers[`${ISSUER}/keys`] = () => ({ keys: keys.verification.map(({ jwk }) => jwk) })
  }
  const claimsAt = (w: World, more: Record<string, unknown> = {}) => {
    const now = w.clock.now() / 1000
    return JSON.parse(
      JSON.stringify({ iss: ISSUER, aud: 'app', sub: 'dora', iat: now, exp: now + 300, ...more }),
    ) as Record<string, string>
  }
  test.each<[string, Record<string, string | string[]>, Record<string, unknown>, unknown]>([
    ['the subject, prefixed', {}, {}, { name: `${ISSUER}#dora`, groups: ['system:authenticated'] }],
    ['no prefix', { 'oidc-username-prefix': '-' }, {}, { name: 'dora', groups: ['system:authenticated'] }],
    [
      "a prefix of one's own",
      { 'oidc-username-prefix': 'oidc:' },
      {},
      { name: 'oidc:dora', groups: ['system:authenticated'] },
    ],
    [
      'the address, without prefix',
      { 'oidc-username-claim': 'email' },
      { email: 'd@e.f' },
      { name: 'd@e.f', groups: ['system:authenticated'] },
    ],
    [
      'an address that is not verified',
      { 'oidc-username-claim': 'email' },
      { email: 'd@e.f', email_verified: false },
      '401 Unauthorized',
    ],
    [
      'groups',
      { 'oidc-username-prefix': '-', 'oidc-groups-claim': 'roles', 'oidc-groups-prefix': 'g:' },
      { roles: ['a', 'b'] },
      { name: 'dora', groups: ['g:a', 'g:b', 'system:authenticated'] },
    ],
    ['groups that are no list', { 'oidc-groups-claim': 'roles' }, { roles: 'a' }, '401 Unauthorized'],
    [
      'a required claim',
      { 'oidc-username-prefix': '-', 'oidc-required-claim': ['hd=example'] },
      { hd: 'example' },
      { name: 'dora', groups: ['system:authenticated'] },
    ],
    [
      'a required claim with another value',
      { 'oidc-required-claim': ['hd=example'] },
      { hd: 'other' },
      '401 Unauthorized',
    ],
    ['a required claim that is missing', { 'oidc-required-claim': ['hd=example'] }, {}, '401 Unauthorized'],
    ['a claim of the name that is missing', { 'oidc-username-claim': 'nick' }, {}, '401 Unauthorized'],
    ['another client', {}, { aud: 'other' }, '401 Unauthorized'],
    [
      'several clients',
      { 'oidc-username-prefix': '-' },
      { aud: ['other', 'app'] },
      { name: 'dora', groups: ['system:authenticated'] },
    ],
    ['another issuer', {}, { iss: 'https://other.example' }, '401 Unauthorized'],
    ['an end in the past', {}, { exp: 1000 }, '401 Unauthorized'],
    ['no end', {}, { exp: undefined }, '401 Unauthorized'],
    ['an algorithm that is not accepted', { 'oidc-signing-algs': ['ES256'] }, {}, '401 Unauthorized'],
  ])('%s', async (_, flags, claims, expected) => {
    const w = world()
    serve(w)
    const token = await signClaims(provider, claimsAt(w, claims))
    expect(await who(await w.start({ ...FLAGS, ...flags }), withToken(token))).toEqual(expected)
  })
  test('keys are fetched once, with the CA of the flag, and again for a key that is new', async () => {
    const w = world()
    serve(w)
    w.files.idp = 'PEM'
    const authentication = await w.start({ ...FLAGS, 'oidc-ca-file': 'idp' })
    const token = await signClaims(provider, claimsAt(w))
    for (let i = 0; i < 3; i++)
      expect(await who(authentication, withToken(token))).toMatchObject({ name: `${ISSUER}#dora` })
    expect(w.calls.map(({ url, ca }) => [url, ca])).toEqual([
      [`${ISSUER}/.well-known/openid-configuration`, 'PEM'],
      [`${ISSUER}/keys`, 'PEM'],
    ])
    const next = await loadTokenKeys(crypto, createMemoryKeyStore(), 'next', { verification: [] })
    serve(w, next)
    expect(await who(authentication, withToken(await signClaims(next, claimsAt(w))))).toMatchObject({
      name: `${ISSUER}#dora`,
    })
    expect(await who(authentication, withToken(token))).toBe('401 Unauthorized')
  })
  test('a provider that is away is asked again after a while', async () => {
    const w = world()
    const authentication = await w.start(FLAGS)
    const token = await signClaims(provider, claimsAt(w))
    expect(await who(authentication, withToken(token))).toBe('401 Unauthorized')
    serve(w)
    expect(await who(authentication, withToken(token))).toBe('401 Unauthorized')
    await w.clock.advance(10_000)
    expect(await who(authentication, withToken(token))).toMatchObject({ name: `${ISSUER}#dora` })
  })
  test.each([
    [{ 'oidc-issuer-url': ISSUER }, 'must be given together'],
    [{ ...FLAGS, 'oidc-issuer-url': 'http://idp.example' }, 'must be an https URL'],
    [{ ...FLAGS, 'oidc-signing-algs': ['HS256'] }, '"HS256" is not one of'],
    [{ ...FLAGS, 'oidc-required-claim': ['x'] }, 'not of the form key=value'],
  ])('%j is refused', async (flags, message) => {
    await expect(world().start(flags as Record<string, string>)).rejects.toThrow(message)
  })
})

describe('token callback', () => {
  const URL = 'https://tokens.example/review'
  const CONFIG = JSON.stringify({
    'current-context': 'c',
    clusters: [{ name: 'k', cluster: { server: URL, 'certificate-authority': 'ca' } }],
    users: [{ name: 'u', user: { 'client-certificate': 'crt', 'client-key': 'key' } }],
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
  })
  const start = (w: World, flags: Record<string, string> = {}) => {
    Object.assign(w.files, { config: CONFIG, ca: 'CA', crt: 'CRT', key: 'KEY' })
    return w.start({ 'authentication-token-webhook-config-file': 'config', ...flags })
  }
  const answer =
    (status: Record<string, unknown>, version = 'v1beta1') =>
    () => ({ apiVersion: `authentication.orch.io/${version}`, kind: 'TokenReview', status })
  const YES = { authenticated: true, user: { username: 'dora', uid: '7', groups: ['g'], extra: { a: ['b'] } } }
  test.each([
    [
      'who it says',
      answer(YES),
      { name: 'dora', uid: '7', groups: ['g', 'system:authenticated'], extra: { a: ['b'] } },
    ],
    ['no', answer({ authenticated: false }), '401 Unauthorized'],
    ['no, and why', answer({ authenticated: false, error: 'out of office' }), '401 out of office'],
    ['for other audiences', answer({ ...YES, audiences: ['x'] }), '401 Unauthorized'],
    [
      'for the server',
      answer({ ...YES, audiences: ['x', 'https://orch.default.svc'] }),
      expect.objectContaining({ name: 'dora' }),
    ],
    ['in another version', answer(YES, 'v1'), '401 Unauthorized'],
    ['with an error code', () => new Response('', { status: 400 }), '401 Unauthorized'],
    ['something else', () => [], '401 Unauthorized'],
  ])('it answers %s', async (_, reply, expected) => {
    const w = world()
    w.answers[URL] = reply
    expect(await who(await start(w), withToken('t'))).toEqual(expected)
  })
  test('it is sent the token and the audiences, and trusted by its CA', async () => {
    const w = world()
    w.answers[URL] = answer(YES, 'v1')
    await who(await start(w, { 'authentication-token-webhook-version': 'v1' }), withToken('t'))
    expect(JSON.parse(w.calls[0]?.body ?? '')).toMatchObject({
      apiVersion: 'authentication.orch.io/v1',
      kind: 'TokenReview',
      spec: { token: 't', audiences: ['https://orch.default.svc'] },
    })
    expect(w.calls[0]?.ca).toBe('CA')
  })
  test('answers are kept for two minutes, failures are not', async () => {
    const w = world()
    const authentication = await start(w)
    w.answers[URL] = () => new Response('', { status: 400 })
    expect(await who(authentication, withToken('t'))).toBe('401 Unauthorized')
    w.answers[URL] = answer(YES)
    for (let i = 0; i < 3; i++) expect(await who(authentication, withToken('t'))).toMatchObject({ name: 'dora' })
    expect(w.calls).toHaveLength(2)
    w.answers[URL] = answer({ authenticated: false })
    await w.clock.advance(119_000)
    expect(await who(authentication, withToken('t'))).toMatchObject({ name: 'dora' })
    await w.clock.advance(1000)
    expect(await who(authentication, withToken('t'))).toBe('401 Unauthorized')
  })
  test('a service that is overloaded is asked again', async () => {
    const w = world()
    let left = 2
    w.answers[URL] = () => (left-- > 0 ? new Response('', { status: 503 }) : answer(YES)())
    const authentication = await start(w)
    const asked = who(authentication, withToken('t'))
    for (let i = 0; i < 20; i++) {
      await new Promise((resolve) => setImmediate(resolve))
      await w.clock.advance(200)
    }
    expect(await asked).toMatchObject({ name: 'dora' })
    expect(w.calls).toHaveLength(3)
  })
  test.each([
    [{ 'authentication-token-webhook-version': 'v2' }, 'must be v1 or v1beta1'],
    [{ 'authentication-token-webhook-cache-ttl': 'soon' }, '"soon" is not a duration'],
  ])('%j is refused', async (flags, message) => {
    await expect(start(world(), flags as Record<string, string>)).rejects.toThrow(message)
  })
})

test('a review of a static token is for the audiences of the server only', async () => {
  const w = world()
  w.files.tokens = 't,u,i'
  const authentication = await w.start({ 'token-auth-file': 'tokens' })
  expect(await authentication.authenticateToken('t', issuer.audiences)).toMatchObject({
    authenticated: true,
    audiences: issuer.audiences,
  })
  expect(await authentication.authenticateToken('t', ['other'])).toMatchObject({ authenticated: false })
})
