import { describe, expect, test } from 'vitest'
import { boundClaims, legacyClaims } from '../api/kinds/authentication/token-claims'
import { createTokenRequest, tokenRequestOf } from '../api/kinds/authentication/token-request'
import { reviewToken } from '../api/kinds/authentication/token-review/token-review'
import { parseFeatureGates } from '../api/releases/feature-gates'
import type { Served } from '../api/releases/ledger'
import { encodeText } from '../machinery/base64'
import type { ApiObject } from '../machinery/object'
import { signClaims } from '../pki/token-keys'
import { issuer, provider, readerOf, who, withToken, type World, world } from '../testing/authentication-world'
import { keySet, openIdConfiguration } from './service-account-issuer'

const servedAt = (release: number): Served => ({ release, feature: parseFeatureGates([], release).enabled })

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
    ...['exp', 'nbf', 'iat'].map((claim): [string, () => Promise<string>] => [
      `whose ${claim} is no number`,
      () => issuer.sign({ ...legacyClaims(reference, 's'), [claim]: 'now' }),
    ]),
  ])('a token %s is refused', async (_, make) => {
    expect(await who(await world().start({ 'service-account-lookup': 'false' }), withToken(await make()))).toBe(
      '401 Unauthorized',
    )
  })

  const request = (
    w: World,
    spec: Record<string, unknown> = {},
    more: Partial<Parameters<typeof createTokenRequest>[1]> = {},
    metadata: ApiObject['metadata'] = {},
  ) =>
    createTokenRequest(
      tokenRequestOf({ apiVersion: 'authentication.orch.io/v1', kind: 'TokenRequest', metadata, spec }),
      {
        reader: readerOf(w.objects),
        now: w.clock.now(),
        namespace: 'ns',
        name: 'robot',
        issuer: issuer.issuer,
        audiences: issuer.audiences,
        extend: true,
        served: servedAt(25),
        uuid: () => 'token-id',
        annotate: () => undefined,
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
  test('a token for other audiences does not authenticate to the server', async () => {
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
    ['a pod without a name', { boundObjectRef: { kind: 'Pod', apiVersion: 'v1' } }, 400],
    ['a pod whose name is none', { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'a/b' } }, 400],
    ['a pod of no readable version', { boundObjectRef: { kind: 'Pod', apiVersion: 'a/b/c', name: 'p' } }, undefined],
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
  test('a requested lifetime above the maximum is reduced with a warning, except for injected tokens', async () => {
    const w = world()
    w.objects.push(account, pod())
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
    const injected = { expirationSeconds: 3607, boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p' } }
    expect(await life(await request(w, injected))).toBe(365 * 24 * 3600)
    expect(await life(await request(w, injected, { extend: false }))).toBe(3607)
    expect(await life(await request(w, { ...injected, boundObjectRef: null }))).toBe(3607)
  })
  test.each([
    [23, { name: 'other', namespace: 'elsewhere' }, undefined],
    [24, { name: 'other' }, 422],
    [24, { namespace: 'elsewhere' }, 422],
    [24, { name: 'robot', namespace: 'ns' }, undefined],
  ])('at 1.%i a request that says it is %j', async (release, metadata, code) => {
    const w = world()
    w.objects.push(account)
    const failure = await request(w, {}, { served: servedAt(release) }, metadata).then(
      () => undefined,
      (error: { code: number }) => error.code,
    )
    expect(failure).toBe(code)
  })
  test('a review needs a token', async () => {
    await expect(
      reviewToken({ metadata: {}, spec: {} }, async () => ({ authenticated: false }), []),
    ).rejects.toMatchObject({ code: 400 })
  })
  test('discovery publishes the keys and their address', async () => {
    const keys = await issuer.keys()
    expect(openIdConfiguration(issuer.issuer, keys, 'https://x/openid/v1/jwks')).toEqual({
      issuer: 'https://orch.default.svc',
      jwks_uri: 'https://x/openid/v1/jwks',
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
    expect(keySet(keys)).toMatchObject({ keys: [{ use: 'sig', kty: 'RSA', alg: 'RS256', e: 'AQAB' }] })
    expect(JSON.stringify(keySet(keys))).not.toContain('"d"')
  })
  test('bound claims contain only known values', () => {
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
