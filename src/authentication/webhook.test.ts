import { describe, expect, test } from 'vitest'
import { createMemoryKeyStore } from '../pki/key-store'
import { loadTokenKeys, signClaims } from '../pki/token-keys'
import { provider, who, withToken, type World, world } from '../testing/authentication-world'

const crypto = globalThis.crypto

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
    [
      'one group that is no list',
      { 'oidc-username-prefix': '-', 'oidc-groups-claim': 'roles' },
      { roles: 'a' },
      { name: 'dora', groups: ['a', 'system:authenticated'] },
    ],
    ['groups that are no texts', { 'oidc-groups-claim': 'roles' }, { roles: [1] }, '401 Unauthorized'],
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
  test('a key that was renewed under its old id is fetched, but not for every bad token', async () => {
    const w = world()
    serve(w)
    const authentication = await w.start(FLAGS)
    const next = await loadTokenKeys(crypto, createMemoryKeyStore(), 'next', { verification: [] })
    const [old] = provider.verification
    const renewed = { ...next, signing: { ...next.signing, kid: old?.kid ?? '' } }
    const token = await signClaims(renewed, claimsAt(w))
    const fetches = () => w.calls.filter(({ url }) => url.endsWith('/keys')).length
    expect(await who(authentication, withToken(token))).toBe('401 Unauthorized')
    expect(fetches()).toBe(2)
    serve(w, { ...renewed, verification: [{ ...next.signing, jwk: { ...next.signing.jwk, kid: old?.kid ?? '' } }] })
    expect(await who(authentication, withToken(token))).toMatchObject({ name: `${ISSUER}#dora` })
    expect(fetches()).toBe(3)
    const stale = await signClaims(provider, claimsAt(w))
    for (let i = 0; i < 30; i++) expect(await who(authentication, withToken(stale))).toBe('401 Unauthorized')
    expect(fetches()).toBeLessThan(15)
    await w.clock.advance(10_000)
    serve(w)
    expect(await who(authentication, withToken(stale))).toMatchObject({ name: `${ISSUER}#dora` })
  })
  test('an unavailable provider is retried after a while', async () => {
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

describe('token webhook', () => {
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
    ['nobody', answer({ authenticated: true, user: { groups: ['system:masters'] } }), '401 Unauthorized'],
    ['an empty name', answer({ authenticated: true, user: { username: '' } }), '401 Unauthorized'],
    ['nothing of the user', answer({ authenticated: true }), '401 Unauthorized'],
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
  test('a request to an overloaded service is retried', async () => {
    const w = world()
    let left = 2
    w.answers[URL] = () => (left-- > 0 ? new Response('', { status: 429 }) : answer(YES)())
    const authentication = await start(w)
    let answered = false
    const asked = who(authentication, withToken('t')).finally(() => (answered = true))
    while (!answered) {
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
