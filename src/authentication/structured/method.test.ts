import { describe, expect, test } from 'vitest'
import { writeJson } from '../../machinery/json-text'
import { signClaims } from '../../pki/token-keys'
import { provider, TCP, who, withToken, type World, world } from '../../testing/authentication-world'

const ISSUER = 'https://idp.example'
const FLAGS = { 'authentication-config': 'config' }
const ALL = 'system:authenticated'

function serve(w: World, issuer = ISSUER, at = `${issuer}/.well-known/openid-configuration`): void {
  w.answers[at] = () => ({ issuer, jwks_uri: `${issuer}/keys` })
  w.answers[`${issuer}/keys`] = () => ({ keys: provider.verification.map(({ jwk }) => jwk) })
}
const configuration = (content: object, version = 'v1') =>
  writeJson({ apiVersion: `apiserver.config.orch.io/${version}`, kind: 'AuthenticationConfiguration', ...content }) ??
  ''
const entry = (more: object = {}, issuer: object = {}) => ({
  issuer: { url: ISSUER, audiences: ['app'], ...issuer },
  claimMappings: { username: { claim: 'sub', prefix: '' } },
  ...more,
})
const mapped = (mappings: object) => entry({ claimMappings: mappings })

async function tokenOf(w: World, claims: Record<string, unknown> = {}): Promise<string> {
  const now = w.clock.now() / 1000
  const all = { iss: ISSUER, aud: 'app', sub: 'dora', iat: now, exp: now + 300, ...claims }
  return signClaims(provider, JSON.parse(JSON.stringify(all)) as Record<string, string>)
}

async function started(content: object, release = 35) {
  const w = world()
  serve(w)
  w.files.config = configuration(content, release < 34 ? 'v1beta1' : 'v1')
  return { w, authentication: await w.start(FLAGS, undefined, release) }
}

describe('who the claims speak for', () => {
  const rule = (expression: string, message = '') => ({ claimValidationRules: [{ expression, message }] })
  const userRule = (expression: string) => ({ userValidationRules: [{ expression, message: 'no' }] })
  test.each<[string, object, Record<string, unknown>, unknown]>([
    ['a claim', entry(), {}, { name: 'dora', groups: [ALL] }],
    ['a prefix', mapped({ username: { claim: 'sub', prefix: 'idp:' } }), {}, { name: 'idp:dora', groups: [ALL] }],
    [
      'expressions',
      mapped({
        username: { expression: "'u-' + claims.sub" },
        groups: { expression: "claims.roles.split(',')" },
        uid: { expression: 'claims.oid' },
        extra: [
          { key: 'example.com/tenant', valueExpression: 'claims.tenant' },
          { key: 'example.com/none', valueExpression: "''" },
        ],
      }),
      { roles: 'a,,b', oid: '7', tenant: 't', jti: 'j' },
      {
        name: 'u-dora',
        uid: '7',
        groups: ['a', 'b', ALL],
        extra: { 'authentication.orch.io/credential-id': ['JTI=j'], 'example.com/tenant': ['t'] },
      },
    ],
    [
      'one group alone',
      mapped({ username: { claim: 'sub', prefix: '' }, groups: { claim: 'role', prefix: 'r:' } }),
      { role: 'admin' },
      { name: 'dora', groups: ['r:admin', ALL] },
    ],
    ['a name that is no text', mapped({ username: { expression: 'claims.n' } }), { n: 1 }, '401 Unauthorized'],
    ['an empty name', mapped({ username: { expression: 'claims.n' } }), { n: '' }, '401 Unauthorized'],
    ['a claim that is missing', mapped({ username: { expression: 'claims.n' } }), {}, '401 Unauthorized'],
    ['a rule that holds', entry(rule("claims.hd == 'example'")), { hd: 'example' }, { name: 'dora', groups: [ALL] }],
    ['a rule that does not', entry(rule("claims.hd == 'example'")), { hd: 'x' }, '401 Unauthorized'],
    [
      'a claim as required',
      entry({ claimValidationRules: [{ claim: 'hd', requiredValue: 'x' }] }),
      { hd: 'x' },
      { name: 'dora', groups: [ALL] },
    ],
    ['a claim of another value', entry({ claimValidationRules: [{ claim: 'hd' }] }), { hd: 'x' }, '401 Unauthorized'],
    ['a lifetime in numbers', entry(rule('claims.exp - claims.iat <= 300')), {}, { name: 'dora', groups: [ALL] }],
    [
      'a rule about users',
      entry(userRule("!user.username.startsWith('system:')")),
      { sub: 'system:root' },
      '401 Unauthorized',
    ],
    [
      'a rule about users that holds',
      entry(userRule('user.groups.all(g, g != "x")')),
      {},
      { name: 'dora', groups: [ALL] },
    ],
    [
      'a claim with signs in its name',
      entry(rule("claims.example__dot__com.team == 'a' && has(claims.example__dot__com.team)")),
      { 'example.com': { team: 'a' } },
      { name: 'dora', groups: [ALL] },
    ],
    ['another audience', entry(), { aud: 'other' }, '401 Unauthorized'],
    [
      'one of several audiences',
      entry({}, { audiences: ['a', 'b'], audienceMatchPolicy: 'MatchAny' }),
      { aud: ['x', 'b'] },
      { name: 'dora', groups: [ALL] },
    ],
    [
      'an address that was not verified',
      mapped({ username: { claim: 'email', prefix: '' } }),
      { email: 'a@b', email_verified: false },
      '401 Unauthorized',
    ],
  ])('%s', async (_, jwt, claims, expected) => {
    const { w, authentication } = await started({ jwt: [jwt] })
    expect(await who(authentication, withToken(await tokenOf(w, claims)))).toEqual(expected)
  })

  test('numbers are whole before 1.34', async () => {
    const one = entry({ claimValidationRules: [{ expression: 'type(claims.level) == int' }] })
    for (const [release, expected] of [
      [33, { name: 'dora', groups: [ALL] }],
      [34, '401 Unauthorized'],
    ] as const) {
      const { w, authentication } = await started({ jwt: [one] }, release)
      expect(await who(authentication, withToken(await tokenOf(w, { level: 3 })))).toEqual(expected)
    }
  })

  test('several issuers, one described elsewhere', async () => {
    const other = 'https://other.example'
    const w = world()
    serve(w)
    serve(w, other, 'https://discovery.example/here')
    w.files.config = configuration({
      jwt: [entry(), entry({}, { url: other, discoveryURL: 'https://discovery.example/here' })],
    })
    const authentication = await w.start(FLAGS, undefined, 35)
    expect(await who(authentication, withToken(await tokenOf(w)))).toMatchObject({ name: 'dora' })
    expect(await who(authentication, withToken(await tokenOf(w, { iss: other, sub: 'kim' })))).toMatchObject({
      name: 'kim',
    })
    expect(await who(authentication, withToken(await tokenOf(w, { iss: 'https://third.example' })))).toBe(
      '401 Unauthorized',
    )
  })
})

describe('anonymous requests', () => {
  const NOBODY = { name: 'system:anonymous', groups: ['system:unauthenticated'] }
  test.each<[object, string, unknown]>([
    [{}, '/api', NOBODY],
    [{ anonymous: { enabled: false } }, '/livez', '401 Unauthorized'],
    [{ anonymous: { enabled: true } }, '/api', NOBODY],
    [{ anonymous: { enabled: true, conditions: [{ path: '/livez' }] } }, '/livez', NOBODY],
    [{ anonymous: { enabled: true, conditions: [{ path: '/livez' }] } }, '/api', '401 Unauthorized'],
  ])('%j at %s', async (content, path, expected) => {
    const { authentication } = await started(content)
    expect(await who(authentication, {}, TCP, path)).toEqual(expected)
  })
})

describe('flags', () => {
  test.each<[string, Record<string, string>, number, string]>([
    ['no such feature', {}, 28, 'set --feature-gates=StructuredAuthenticationConfiguration=true'],
    ['a feature that is off', {}, 29, 'set --feature-gates=StructuredAuthenticationConfiguration=true'],
    [
      'flags of an issuer',
      { 'oidc-client-id': 'x' },
      35,
      'authentication-config file and oidc-* flags are mutually exclusive',
    ],
    ['anonymous twice', { 'anonymous-auth': 'true' }, 35, 'anonymous: Forbidden: --anonymous-auth flag cannot be set'],
  ])('%s', async (_, flags, release, message) => {
    const w = world()
    w.files.config = configuration({ jwt: [], anonymous: { enabled: true } })
    await expect(w.start({ ...FLAGS, ...flags }, undefined, release)).rejects.toThrow(message)
  })
})

test('a changed file is followed, one that is wrong is not', async () => {
  const { w, authentication } = await started({ jwt: [entry()] })
  const ask = async () => who(authentication, withToken(await tokenOf(w)))
  const change = async (content: object) => {
    w.files.config = configuration(content)
    await w.changed()
  }
  expect(await ask()).toMatchObject({ name: 'dora' })
  await change({ jwt: [mapped({ username: { claim: 'sub', prefix: 'new:' } })] })
  expect(await ask()).toMatchObject({ name: 'new:dora' })
  await change({ jwt: [{}] })
  await change({ jwt: [], anonymous: { enabled: true } })
  expect(await ask()).toMatchObject({ name: 'new:dora' })
  await change({ jwt: [] })
  expect(await ask()).toBe('401 Unauthorized')
  expect(w.logged.filter((text) => text === 'success' || text === 'failure')).toEqual([
    'success',
    'failure',
    'failure',
    'success',
  ])
})

describe('groups that the provider keeps elsewhere', () => {
  const AT = 'https://groups.example/of/dora'
  const named = { _claim_names: { groups: 'a' }, _claim_sources: { a: { endpoint: AT, access_token: 'secret' } } }
  const grouped = mapped({ username: { claim: 'sub', prefix: '' }, groups: { claim: 'groups', prefix: 'g:' } })
  const elsewhere = 'https://groups.example'

  test.each<[string, Record<string, unknown>, Record<string, unknown>, unknown]>([
    ['are fetched', named, { groups: ['team'] }, { name: 'dora', groups: ['g:team', ALL] }],
    ['may be one text', named, { groups: 'team' }, { name: 'dora', groups: ['g:team', ALL] }],
    [
      'are not fetched where the token has some',
      { ...named, groups: ['own'] },
      {},
      { name: 'dora', groups: ['g:own', ALL] },
    ],
    [
      'are none where others are named',
      { ...named, _claim_names: { roles: 'a' } },
      {},
      { name: 'dora', groups: [ALL] },
    ],
    [
      'are none where the source is no endpoint',
      { ...named, _claim_sources: { a: {} } },
      {},
      { name: 'dora', groups: [ALL] },
    ],
    ['must have a source', { ...named, _claim_sources: { b: {} } }, {}, '401 Unauthorized'],
    ['must have sources', { _claim_names: { groups: 'a' } }, {}, '401 Unauthorized'],
    ['must be in the answer', named, {}, '401 Unauthorized'],
    ['must be for the same audience', named, { groups: ['team'], aud: 'other' }, '401 Unauthorized'],
  ])('%s', async (_, claims, answered, expected) => {
    const { w, authentication } = await started({ jwt: [grouped] })
    serve(w, elsewhere)
    const answer = await tokenOf(w, { iss: elsewhere, ...answered })
    w.answers[AT] = (request) => new Response(request.headers.get('authorization') === 'Bearer secret' ? answer : '')
    expect(await who(authentication, withToken(await tokenOf(w, claims)))).toEqual(expected)
  })
})
