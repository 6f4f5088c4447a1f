import { beforeEach, describe, expect, it } from 'vitest'
import { type Json, isObject, type JsonObject } from '../machinery/json'
import type { SimulatedService } from './simulated'
import { checkTokenWebhook, createTokenWebhook, DEFAULT_TOKEN_WEBHOOK } from './token-webhook'

const URL_ = DEFAULT_TOKEN_WEBHOOK.url
let webhook: SimulatedService
let run: (source: string, name: string, input: Json) => Promise<Json>

beforeEach(() => {
  const kept = new Map<string, unknown>()
  run = () => Promise.reject(new Error('it throws'))
  webhook = createTokenWebhook({
    clock: { now: () => 0 } as never,
    settings: { get: async (name) => kept.get(name), put: async (name, value) => void kept.set(name, value) },
    run: (...args) => run(...args),
  })
})

const set = (change: Partial<typeof DEFAULT_TOKEN_WEBHOOK>) =>
  webhook.change({ ...DEFAULT_TOKEN_WEBHOOK, ...change } as unknown as JsonObject)
const post = (body: unknown, url = URL_) =>
  webhook.handle(new Request(url, { method: 'POST', body: JSON.stringify(body) }), {})
async function review(token: string, audiences?: string[], version = 'v1'): Promise<JsonObject> {
  const response = await post({
    apiVersion: `authentication.orch.io/${version}`,
    kind: 'TokenReview',
    spec: { token, ...(audiences && { audiences }) },
  })
  const body: unknown = await response?.json()
  if (!isObject(body)) throw new Error('no object')
  return body
}

describe('the token webhook', () => {
  it.each(['v1', 'v1beta1'])('answers in the version of the question: %s', async (version) => {
    expect(await review('badge-4711', undefined, version)).toEqual({
      apiVersion: `authentication.orch.io/${version}`,
      kind: 'TokenReview',
      status: { authenticated: true, user: { username: 'vera', uid: '4711', groups: ['warehouse'] } },
    })
  })

  it('does not know other tokens, and can refuse all', async () => {
    expect((await review('x')).status).toEqual({ authenticated: false })
    await set({ error: 'the reader is broken' })
    expect((await review('badge-4711')).status).toEqual({ authenticated: false, error: 'the reader is broken' })
  })

  it('keeps tokens to their audiences', async () => {
    await set({ rows: [{ token: 't', username: 'u', uid: '', groups: [], audiences: ['vault', 'bank'] }] })
    expect((await review('t', ['bank', 'shop'])).status).toMatchObject({ authenticated: true, audiences: ['bank'] })
    expect((await review('t', ['shop'])).status).toMatchObject({ authenticated: false })
  })

  it('asks a function', async () => {
    run = async (_source, name, input) => ({
      authenticated: true,
      user: { username: `${name} ${Object.keys(input as JsonObject).length}` },
    })
    await set({ mode: 'code' })
    expect((await review('t')).status).toMatchObject({ user: { username: 'review 3' } })
    run = () => Promise.reject(new Error('it throws'))
    expect((await post({ apiVersion: 'authentication.orch.io/v1', kind: 'TokenReview' }))?.status).toBe(422)
  })

  it('rejects other requests', async () => {
    expect(await post({}, 'https://tokens.orchard.example/other')).toBeUndefined()
    expect((await post({ kind: 'Pod' }))?.status).toBe(400)
    expect((await post({ apiVersion: 'authentication.orch.io/v2', kind: 'TokenReview' }))?.status).toBe(400)
  })

  it('records requests without tokens', async () => {
    await review('badge-4711')
    await review('x')
    const { calls } = await webhook.state()
    expect((calls as JsonObject[]).map(({ note }) => note)).toEqual(['is vera', 'not known'])
    expect(JSON.stringify(calls)).not.toContain('badge-4711')
  })

  it.each([
    [{ url: 'http://a.example' }, /https/],
    [{ url: 'https://a.example', rows: [{ token: '', username: 'a' }] }, /a token and a user name/],
  ] as [JsonObject, RegExp][])('refuses settings such as %j', (value, why) => {
    expect(() => checkTokenWebhook(value)).toThrow(why)
  })
})
