import { describe, expect, test } from 'vitest'
import { encodeBase64Url, utf8 } from '../machinery/base64'
import type { JsonObject } from '../machinery/json'
import { createFakeClock } from '../testing/fake-clock'
import { OidcTokenSource, parseOidcProvider } from './oidc-provider'

describe('identity provider', () => {
  const ISSUER = 'https://idp.example'
  const jwt = (exp: number) => `h.${encodeBase64Url(utf8(JSON.stringify({ exp })))}.s`
  const open = (entry: JsonObject, answer: JsonObject) => {
    const clock = createFakeClock()
    const calls: string[] = []
    const saved: unknown[] = []
    const tokens = new OidcTokenSource({
      config: parseOidcProvider({ 'idp-issuer-url': ISSUER, 'client-id': 'app', ...entry }, 'PEM'),
      clock,
      async fetch(request, ca) {
        calls.push(`${request.url} ${await request.text()} ${ca ?? ''}`.trim())
        return Response.json(request.url.endsWith('configuration') ? { token_endpoint: `${ISSUER}/token` } : answer)
      },
      save: (kept) => void saved.push(kept),
    })
    return { clock, calls, saved, tokens }
  }
  const end = createFakeClock().now() / 1000 + 60
  test('a token that lasts is sent as it is', async () => {
    const { tokens, calls } = open({ 'id-token': jwt(end) }, {})
    expect(await tokens.get()).toBe(jwt(end))
    expect(calls).toEqual([])
  })
  test('one that is about to end is refreshed and saved', async () => {
    const next = jwt(end + 3600)
    const { tokens, calls, saved, clock } = open(
      { 'id-token': jwt(end), 'refresh-token': 'r1', 'client-secret': 's' },
      { id_token: next, refresh_token: 'r2' },
    )
    await clock.advance(50_000)
    expect(await tokens.get()).toBe(next)
    expect(await tokens.get()).toBe(next)
    expect(calls).toEqual([
      `${ISSUER}/.well-known/openid-configuration  PEM`,
      `${ISSUER}/token grant_type=refresh_token&refresh_token=r1&client_id=app&client_secret=s PEM`,
    ])
    expect(saved).toEqual([{ idToken: next, refreshToken: 'r2' }])
  })
  test.each([
    ['no refresh token', {}, {}, 'there is no refresh token'],
    ['a provider that gives no ID token', { 'refresh-token': 'r' }, { access_token: 'a' }, 'gives no ID token'],
  ])('%s', async (_, entry, answer, message) => {
    await expect(open(entry, answer).tokens.get()).rejects.toThrow(message)
  })
  test('its entry must be complete', () => {
    expect(() => parseOidcProvider({ 'client-id': 'x' })).toThrow('idp-issuer-url must be given')
  })
})
