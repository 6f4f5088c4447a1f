import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { createControllableClock } from '../machinery/controllable-clock'
import { isObject, type JsonObject } from '../machinery/json'
import { cryptoRandom } from '../machinery/random'
import { createMemoryKeyStore } from '../pki/key-store'
import { createIdentityProvider, type ProviderOptions } from './identity-provider'
import { checkProvider, DEFAULT_PROVIDER } from './identity-provider-settings'
import { controlServices, type SimulatedService } from './simulated'
import { createTabOutside } from './tab'

const ISSUER = DEFAULT_PROVIDER.issuer
const PEM = '-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n'
const REDIRECT = 'http://localhost:8000'
const clock = createControllableClock({
  now: () => Date.UTC(2024, 0, 1),
  setTimer: () => () => undefined,
  steady: () => 0,
})

let kept: Map<string, unknown>
let provider: SimulatedService
let options: ProviderOptions

beforeEach(() => {
  kept = new Map()
  options = {
    clock,
    crypto,
    random: cryptoRandom(crypto),
    settings: { get: async (name) => kept.get(name), put: async (name, value) => void kept.set(name, value) },
    keys: createMemoryKeyStore(),
    authority: async () => PEM,
  }
  provider = createIdentityProvider(options)
})

const ask = async (request: Request, ca?: string): Promise<Response> => {
  const response = await provider.handle(request, ca === undefined ? {} : { ca })
  if (!response) throw new Error('not for the provider')
  return response
}
const json = async (request: Request): Promise<JsonObject> => {
  const body: unknown = await (await ask(request)).json()
  if (!isObject(body)) throw new Error('no object')
  return body
}
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const login = (username: string, password: string, extra: Record<string, string> = {}): Request =>
  new Request(
    `${ISSUER}/authorize?${new URLSearchParams({ response_type: 'code', client_id: 'orchard', redirect_uri: REDIRECT, scope: 'openid', state: 's', ...extra }).toString()}`,
    { method: 'POST', body: new URLSearchParams({ username, password }) },
  )
const tokens = (form: Record<string, string>): Request =>
  new Request(`${ISSUER}/token`, { method: 'POST', body: new URLSearchParams({ client_id: 'orchard', ...form }) })
const codeOf = (response: Response): string => {
  const location = new URL(response.headers.get('location') ?? '')
  expect(location.searchParams.get('state')).toBe('s')
  return location.searchParams.get('code') ?? ''
}
const exchange = (code: string, more: Record<string, string> = {}): Request =>
  tokens({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT, ...more })

describe('the identity provider', () => {
  it('does not answer other addresses', async () => {
    expect(await provider.handle(new Request('https://elsewhere.example/keys'), {})).toBeUndefined()
    expect(await provider.handle(new Request(`${ISSUER}.evil.example/keys`), {})).toBeUndefined()
  })

  it('logs in by code, with a token that its published keys verify', async () => {
    const { access_token, id_token, refresh_token } = await json(
      exchange(codeOf(await ask(login('nora', 'nora', { nonce: 'n-1' })))),
    )
    expect([typeof access_token, typeof refresh_token]).toEqual(['string', 'string'])
    const { jwks_uri } = await json(new Request(`${ISSUER}/.well-known/openid-configuration`))
    const keys = (await json(new Request(text(jwks_uri)))) as unknown as JSONWebKeySet
    const { payload } = await jwtVerify(text(id_token), createLocalJWKSet(keys), {
      issuer: ISSUER,
      audience: 'orchard',
      currentDate: new Date(clock.now()),
    })
    expect(payload).toMatchObject({ sub: 'nora', nonce: 'n-1', groups: ['gardeners', 'payroll'], email_verified: true })
    expect((payload.exp ?? 0) * 1000 - clock.now()).toBe(600_000)
  })

  it('accepts a code once, and only with its verifier', async () => {
    // RFC 7636, appendix B.
    const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
    const first = codeOf(await ask(login('nora', 'nora', challenge)))
    expect((await ask(exchange(first, { code_verifier: 'wrong' }))).status).toBe(400)
    const second = codeOf(await ask(login('nora', 'nora', challenge)))
    const fitting = { code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' }
    expect((await ask(exchange(second, fitting))).status).toBe(200)
    expect(await json(exchange(second, fitting))).toMatchObject({ error: 'invalid_grant' })
  })

  it.each([
    ['a wrong password', () => login('nora', 'x'), 401, 'access_denied'],
    ['another client', () => login('nora', 'nora', { client_id: 'b' }), 400, 'unauthorized_client'],
    ['another response', () => login('nora', 'nora', { response_type: 'token' }), 400, 'unsupported_response_type'],
    ['no openid', () => login('nora', 'nora', { scope: 'email' }), 400, 'invalid_scope'],
    ['an unknown grant', () => tokens({ grant_type: 'password' }), 400, 'unsupported_grant_type'],
    [
      'an unknown refresh token',
      () => tokens({ grant_type: 'refresh_token', refresh_token: 'x' }),
      400,
      'invalid_grant',
    ],
    ['a wrong client', () => tokens({ client_id: 'b', grant_type: 'refresh_token' }), 401, 'invalid_client'],
  ])('refuses %s', async (_what, request, status, error) => {
    const response = await ask(request())
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error })
  })

  it('renews over a restart, unless it is one that does not', async () => {
    const { refresh_token } = await json(exchange(codeOf(await ask(login('otto', 'otto')))))
    provider = createIdentityProvider(options)
    const renew = tokens({ grant_type: 'refresh_token', refresh_token: text(refresh_token) })
    expect(await json(renew.clone())).toHaveProperty('id_token')
    await provider.change({ ...DEFAULT_PROVIDER, refreshGivesIdToken: false } as unknown as JsonObject)
    expect(await json(renew)).not.toHaveProperty('id_token')
  })

  it('still publishes the key before the newest one', async () => {
    const before = (await json(new Request(`${ISSUER}/keys`))).keys as JsonObject[]
    await provider.actions?.rotate?.()
    const after = (await json(new Request(`${ISSUER}/keys`))).keys as JsonObject[]
    expect(before).toHaveLength(1)
    expect(after).toHaveLength(2)
    expect(after[1]).toEqual(before[0])
  })

  it('can have a certificate that must be trusted by name', async () => {
    await provider.change({ ...DEFAULT_PROVIDER, ownCa: true } as unknown as JsonObject)
    await expect(ask(new Request(`${ISSUER}/keys`))).rejects.toThrow('unknown authority')
    expect((await ask(new Request(`${ISSUER}/keys`), `# bundle\n${PEM}`)).status).toBe(200)
    expect(await provider.state()).toMatchObject({ ca: PEM })
  })

  it('records requests without secrets', async () => {
    const { refresh_token } = await json(exchange(codeOf(await ask(login('nora', 'nora')))))
    await ask(tokens({ grant_type: 'refresh_token', refresh_token: text(refresh_token) }))
    const { calls } = await provider.state()
    expect((calls as JsonObject[]).map(({ note }) => note)).toEqual([
      'a code',
      'tokens for nora',
      'new ID token for nora',
    ])
    expect(JSON.stringify(calls)).not.toContain(text(refresh_token))
  })
})

describe('settings of the provider', () => {
  const with_ = (change: JsonObject): JsonObject => ({ ...(DEFAULT_PROVIDER as unknown as JsonObject), ...change })
  it.each([
    [{ issuer: 'http://a.example' }, /https address/],
    [{ issuer: 'https://a.example?x=1' }, /https address/],
    [{ clientId: ' ' }, /client id/],
    [{ algorithm: 'none' }, /algorithm/],
    [{ idTokenSeconds: 0 }, /1 to 86400/],
    [{ users: [{ username: '', password: '', claims: {} }] }, /must have a name/],
    [{ users: [{ username: 'a', password: '', claims: { exp: 1 } }] }, /exp of a/],
    [
      {
        users: [
          { username: 'a', password: '', claims: {} },
          { username: 'a', password: '', claims: {} },
        ],
      },
      /two users named a/,
    ],
  ] as [JsonObject, RegExp][])('refuses %j', (change, why) => {
    expect(() => checkProvider(with_(change))).toThrow(why)
  })
})

describe('control of simulated services', () => {
  it('reads, changes and calls them', async () => {
    const outside = createTabOutside({
      handlers: [provider.handle],
      network: { fetch: () => Promise.reject(new Error('no network')) },
    })
    const control = controlServices([provider], outside)
    const changed = await control('outside', {
      service: 'identity-provider',
      settings: { ...DEFAULT_PROVIDER, clientId: 'other' } as unknown as JsonObject,
    })
    expect(changed).toMatchObject({ settings: { clientId: 'other' } })
    expect(await control('reach', { method: 'GET', url: `${ISSUER}/keys` })).toMatchObject({ status: 200 })
    await expect(control('reach', { method: 'GET', url: 'https://b.example' })).rejects.toThrow('no network')
    await expect(control('outside', { service: 'x' })).rejects.toThrow('no service')
    await expect(control('outside', { service: 'identity-provider', action: 'x' })).rejects.toThrow("can't")
  })
})
