import { describe, expect, test } from 'vitest'
import { encodeText } from '../machinery/base64'
import type { ApiObject } from '../machinery/object'
import type { Authority } from '../pki/authority'
import { exportPublicKey, generateKeys } from '../pki/keys'
import { nameOf } from '../pki/names'
import {
  authority,
  issuer,
  PAGE,
  proxyAuthority,
  TCP,
  who,
  withToken,
  type World,
  world,
} from '../testing/authentication-world'
import type { GivenHeaders } from '../machinery/header-lines'
import { createFakeClock } from '../testing/fake-clock'
import type { Connection } from '../transport/connection'

const crypto = globalThis.crypto
const DAY = 86_400_000

describe('credentials', () => {
  const ANONYMOUS = { name: 'system:anonymous', groups: ['system:unauthenticated'] }
  const ALICES_LINE: [string, string][] = [['authorization', 'Bearer alice-token']]
  const ALICE = { name: 'alice', uid: 'alice-uid', groups: ['devs', 'qa', 'system:authenticated'] }
  test.each([
    ['none', {}, TCP, ANONYMOUS],
    ['none on a connection that speaks for somebody', {}, PAGE, PAGE.user],
    ['a token', withToken('alice-token'), TCP, ALICE],
    ['a token on a connection that speaks for somebody', withToken('alice-token'), PAGE, ALICE],
    ['the scheme in small letters', { authorization: 'bearer alice-token' }, TCP, ALICE],
    ['more than one space', { authorization: 'Bearer  alice-token' }, TCP, ANONYMOUS],
    ['two lines, of which the first counts', [...ALICES_LINE, ['authorization', 'Bearer nobody']], TCP, ALICE],
    ['one line that looks like two', { authorization: 'Bearer alice-token, Bearer nobody' }, TCP, '401 Unauthorized'],
    ['lines that were joined', new Headers([...ALICES_LINE, ...ALICES_LINE]), TCP, '401 Unauthorized'],
    ['a token beyond ASCII', withToken('tökén'), TCP, { ...ALICE, name: 'Jörg' }],
    ['an empty token', { authorization: 'Bearer' }, TCP, ANONYMOUS],
    ['another scheme', { authorization: 'Basic YTpi' }, TCP, ANONYMOUS],
    ['an unknown token', withToken('wrong'), TCP, '401 Unauthorized'],
    ['an unknown token on a connection that speaks for somebody', withToken('wrong'), PAGE, '401 Unauthorized'],
  ])('%s', async (_, headers, connection, expected) => {
    const w = world()
    w.files.tokens = 'alice-token,alice,alice-uid,"devs,qa"\ntökén,Jörg,alice-uid,"devs,qa"\n'
    const authentication = await w.start({ 'token-auth-file': 'tokens' })
    expect(await who(authentication, headers as Record<string, string>, connection)).toEqual(expected)
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
  test('without the flag, certificates are ignored, unless the cluster has an authority of its own', async () => {
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
  const HEADERS: [string, string][] = [
    ['X-Remote-User', 'dora'],
    ['X-Remote-User', 'later'],
    ['X-Remote-Group', 'a'],
    ['x-remote-group', 'b'],
    ['x-remote-extra-Acme%2F%50roject', 'one'],
    ['x-remote-extra-Acme%2F%50roject', 'two'],
  ]
  const allowed = () => certificate(proxyAuthority, 'front')
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
      { name: 'dora', groups: ['a', 'b', 'system:authenticated'], extra: { 'acme/Project': ['one', 'two'] } },
    ],
    [
      'the first header that has a value',
      () => certificate(proxyAuthority, 'front'),
      [...HEADERS, ['x-user', 'eve'] as const],
      expect.objectContaining({ name: 'eve' }),
    ],
    [
      'names and values with commas, which stay whole',
      allowed,
      { 'X-Remote-User': 'admin, x', 'X-Remote-Group': 'Smith, system:masters', 'X-Remote-Extra-Scopes': 'a, b' },
      {
        name: 'admin, x',
        groups: ['Smith, system:masters', 'system:authenticated'],
        extra: { scopes: ['a, b'] },
      },
    ],
    [
      'names beyond ASCII',
      allowed,
      { 'X-Remote-User': 'Jörg', 'X-Remote-Group': 'Łódź' },
      { name: 'Jörg', groups: ['Łódź', 'system:authenticated'] },
    ],
    [
      'a key that objects have of their own',
      allowed,
      [
        ['X-Remote-User', 'u'],
        ['X-Remote-Extra-__proto__', 'p'],
        ['X-Remote-Extra-constructor', 'c'],
      ],
      {
        name: 'u',
        groups: ['system:authenticated'],
        extra: Object.fromEntries([
          ['__proto__', ['p']],
          ['constructor', ['c']],
        ]),
      },
    ],
    [
      'groups that a browser may have joined',
      allowed,
      new Headers(HEADERS),
      expect.stringMatching(/^400 .*x-remote-user/),
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
    expect(await who(await start(), headers as GivenHeaders, await connection())).toEqual(expected)
  })
  test.each([
    [32, undefined],
    [33, { name: 'dora', uid: 'd-1', groups: ['system:authenticated'] }],
  ] as const)('passes on a UID at 1.%i, by default from 1.33 on', async (release, expected) => {
    const w = world()
    w.files.proxy = proxyAuthority.pem
    const started = w.start({ ...FLAGS, 'requestheader-uid-headers': ['X-Remote-Uid'] }, undefined, release)
    if (!expected) return expect(started).rejects.toThrow('needs the feature gate RemoteRequestHeaderUID')
    const headers: [string, string][] = [
      ['X-Remote-User', 'dora'],
      ['X-Remote-Uid', 'd-1'],
    ]
    return expect(await who(await started, headers, await allowed())).toEqual(expected)
  })
  test('its flags require each other', async () => {
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
  test('they are accepted only if enabled', async () => {
    const w = world()
    w.objects.push(secret())
    expect(await who(await w.start(), withToken('abc123.0123456789abcdef'))).toBe('401 Unauthorized')
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

test('a refusal keeps its reason for the operator', async () => {
  const w = world()
  w.files.ca = authority.pem
  const authentication = await w.start({ 'client-ca-file': 'ca' })
  const connection = await certificate(proxyAuthority, 'dora')
  await expect(authentication.authenticate({ headers: new Headers(withToken('x')), connection })).rejects.toMatchObject(
    {
      message: 'Unauthorized',
      cause: '[x509: certificate signed by unknown authority, invalid bearer token]',
    },
  )
})
