import { beforeEach, describe, expect, it } from 'vitest'
import { type Json, isObject, type JsonObject } from '../machinery/json'
import { createAuthorizationWebhook, DEFAULT_AUTHORIZATION_WEBHOOK } from './authorization-webhook'
import type { SimulatedService } from './simulated'

const { url } = DEFAULT_AUTHORIZATION_WEBHOOK
let webhook: SimulatedService
let answer: (input: Json) => Json

beforeEach(() => {
  const kept = new Map<string, unknown>()
  webhook = createAuthorizationWebhook({
    clock: { now: () => 0 } as never,
    settings: { get: async (name) => kept.get(name), put: async (name, value) => void kept.set(name, value) },
    run: async (_source, name, input) => {
      expect(name).toBe('review')
      return answer(input)
    },
  })
})

const post = (body: unknown, to = url) =>
  webhook.handle(new Request(to, { method: 'POST', body: JSON.stringify(body) }), {})
const review = (version: string, spec: JsonObject) => ({
  apiVersion: `authorization.orch.io/${version}`,
  kind: 'SubjectAccessReview',
  spec,
})
const spec = { user: 'alice', resourceAttributes: { verb: 'list', resource: 'pods', namespace: 'a' } }
const notes = async (): Promise<unknown[]> => {
  const { calls } = await webhook.state()
  return Array.isArray(calls) ? calls.map((call) => (isObject(call) ? call.note : undefined)) : []
}

describe('the authorization webhook', () => {
  it.each(['v1', 'v1beta1'])('answers in the version of the question: %s', async (version) => {
    answer = (input) => ({ allowed: isObject(input) && isObject(input.spec) && input.spec.user === 'alice' })
    const response = await post(review(version, spec))
    expect(await response?.json()).toEqual({ ...review(version, spec), status: { allowed: true } })
  })

  it.each<[Json, JsonObject, string]>([
    [{ allowed: true }, spec, 'alice list pods in a: allowed'],
    [{ denied: true, reason: 'not today' }, spec, 'alice list pods in a: denied: not today'],
    [{}, { user: 'bob', nonResourceAttributes: { verb: 'get', path: '/metrics' } }, 'bob get /metrics: no opinion'],
    [
      { allowed: false },
      { groups: ['g'], resourceAttributes: { verb: 'get', resource: 'pods', subresource: 'log' } },
      'somebody get pods/log: no opinion',
    ],
  ])('notes %j', async (status, asked, note) => {
    answer = () => status
    await post(review('v1', asked))
    expect(await notes()).toEqual([note])
  })

  it('reports a failure of the function, and accepts only reviews', async () => {
    answer = () => {
      throw new Error('it throws')
    }
    expect((await post(review('v1', spec)))?.status).toBe(422)
    answer = () => 'yes'
    expect((await post(review('v1', spec)))?.status).toBe(422)
    expect((await post({ kind: 'Pod' }))?.status).toBe(400)
    expect((await post(review('v2', spec)))?.status).toBe(400)
    expect(await post(review('v1', spec), 'https://elsewhere.example/review')).toBeUndefined()
  })

  it('keeps what it is set to', async () => {
    answer = () => ({ allowed: true })
    await webhook.change({ url: 'https://other.example/', code: 'x' })
    expect((await webhook.state()).settings).toEqual({ url: 'https://other.example/', code: 'x' })
    expect((await post(review('v1', spec), 'https://other.example'))?.status).toBe(200)
    await expect(webhook.change({ url: 'http://other.example/', code: 'x' })).rejects.toThrow('https://')
  })
})
