import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import type { Outside, OutsideTrust } from './egress'
import { messageOf } from './message-of'
import type { ObjectReader } from './reader'
import { TtlCache } from './ttl-cache'
import { callWebhook, statusIn } from './webhook-client'
import { WEBHOOK_POLICIES, type WebhookPolicy } from './webhook-policies'
import { targetOfClientConfig, targetOfConnection, type WebhookTarget } from './webhook-target'

type Answer = Response | Error | 'never'
const status = (code: number, headers: Record<string, string> = {}) => new Response('{}', { status: code, headers })
const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
const TARGET: WebhookTarget = { url: new URL('https://hook.example/x'), trust: { ca: 'CA' }, authorization: 'Bearer t' }

/** Calls a webhook that answers in order, the last answer again and again; time passes until there is an outcome. */
async function outcomeOf(policy: WebhookPolicy, answers: readonly Answer[], leaveAfterMs?: number) {
  const clock = createFakeClock()
  const start = clock.now()
  const seen: { at: number; request: Request; trust: OutsideTrust | undefined }[] = []
  const client = new AbortController()
  if (leaveAfterMs !== undefined) clock.setTimer(leaveAfterMs, () => client.abort(new Error('the client left')))
  const outside = {
    fetch: (request: Request, trust?: OutsideTrust): Promise<Response> => {
      seen.push({ at: clock.now() - start, request, trust })
      const answer = answers[Math.min(seen.length, answers.length) - 1] ?? 'never'
      if (answer === 'never') return new Promise(() => undefined) // heeds no signal
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer.clone())
    },
  }
  let outcome: string | undefined
  callWebhook({ outside, clock }, { target: TARGET, body: { q: 1 }, policy, signal: client.signal }).then(
    (answer) => (outcome = JSON.stringify(answer)),
    (error: unknown) => (outcome = messageOf(error)),
  )
  for (let i = 0; outcome === undefined && i < 2000; i++) {
    await new Promise((resolve) => setImmediate(resolve))
    if (outcome === undefined) await clock.advance(100)
  }
  return { outcome, times: seen.map(({ at }) => at), seen }
}

describe.each(Object.entries(WEBHOOK_POLICIES))('the policy of %s', (_user, policy) => {
  const { tries } = policy
  it.each<[string, readonly Answer[], number, string]>([
    ['a good answer', [Response.json({ a: 1 })], 1, '{"a":1}'],
    ['429', [status(429)], tries, 'the server has received too many requests and has asked us to try again later'],
    ['500', [status(500)], tries, 'an error on the server ("{}") has prevented the request from succeeding'],
    ['504', [status(504)], tries, 'the server was unable to return a response in the time allotted'],
    ['a connection that is reset', [reset], tries, 'read ECONNRESET'],
    ['400', [status(400)], 1, 'the server rejected our request for an unknown reason'],
    ['502', [status(502)], 1, 'an error on the server ("{}") has prevented the request from succeeding'],
    ['503', [status(503)], 1, 'the server is currently unable to handle the request'],
    [
      'a redirect',
      [status(302)],
      1,
      'the server responded with the status code 302 but did not return more information',
    ],
    ['a Status', [Response.json({ kind: 'Status', message: 'not on Mondays' }, { status: 422 })], 1, 'not on Mondays'],
    ['a connection that is refused', [new Error('connect ECONNREFUSED')], 1, 'connect ECONNREFUSED'],
    ['no JSON', [new Response('<html>')], 1, 'the answer is not JSON'],
    ['no answer in time', ['never'], 1, 'context deadline exceeded'],
    ['503 with Retry-After', [status(503, { 'retry-after': '2' }), Response.json({})], 2, '{}'],
    [
      '400 with Retry-After',
      [status(400, { 'retry-after': '2' })],
      1,
      'the server rejected our request for an unknown reason',
    ],
  ])('after %s', async (_what, answers, calls, outcome) => {
    const result = await outcomeOf(policy, answers)
    expect(result.outcome).toContain(outcome)
    expect(result.times).toHaveLength(calls)
  })

  it('waits as long as the service asks, but not beyond its time limit', async () => {
    expect((await outcomeOf(policy, [status(429, { 'retry-after': '2' }), Response.json({})])).times).toEqual([0, 2000])
    const { outcome } = await outcomeOf(policy, [status(503, { 'retry-after': '3600' })])
    expect(outcome).toBe('context deadline exceeded')
  })

  it.each<[string, Answer]>([
    ['under way', 'never'],
    ['waiting', status(429, { 'retry-after': '5' })],
  ])('ends with its client while %s', async (_what, answer) => {
    const { outcome, times, seen } = await outcomeOf(policy, [answer], 1000)
    expect([outcome, times]).toEqual(['the client left', [0]])
    expect(seen[0]?.request.signal.aborted).toBe(true)
  })

  it('says where to go, whom to trust and who asks', async () => {
    const { seen } = await outcomeOf(policy, [Response.json({})])
    const { request, trust } = seen[0] ?? {}
    expect([request?.method, request?.url, request?.headers.get('authorization'), trust]).toEqual([
      'POST',
      'https://hook.example/x',
      'Bearer t',
      { ca: 'CA' },
    ])
    expect(await request?.json()).toEqual({ q: 1 })
  })
})

it('waits longer and longer between tries', async () => {
  const { times } = await outcomeOf(WEBHOOK_POLICIES.tokenReview, [status(500)])
  expect(times.slice(1).map((at, i) => at - (times[i] ?? 0))).toEqual([500, 750, 1125, 1687.5])
})

describe('the target', () => {
  const services: Record<string, object> = {
    web: { ports: [{ port: 443 }, { port: 8443 }] },
    headless: { clusterIP: 'None', ports: [{ port: 443 }] },
    elsewhere: { type: 'ExternalName', externalName: 'hook.example' },
  }
  const reader: Pick<ObjectReader, 'get'> = {
    get: (_resource, namespace, name) =>
      services[name] && { metadata: { name, namespace: namespace ?? '' }, spec: services[name] },
  }
  const credentials = (target: string) => ({ authorization: target })
  const service = (name: string, more: object = {}) => ({ service: { name, namespace: 'n', ...more } })
  it.each<[object, string, OutsideTrust, string]>([
    [{ url: 'https://h/x', caBundle: btoa('PEM') }, 'https://h/x', { ca: 'PEM' }, 'h:443'],
    [{ url: 'https://h:8/x' }, 'https://h:8/x', {}, 'h:8'],
    [service('web'), 'https://web.n.svc/', { serverName: 'web.n.svc' }, 'web.n.svc:443'],
    [
      service('web', { port: 8443, path: '/a' }),
      'https://web.n.svc:8443/a',
      { serverName: 'web.n.svc' },
      'web.n.svc:8443',
    ],
    [service('elsewhere'), 'https://hook.example/', { serverName: 'elsewhere.n.svc' }, 'elsewhere.n.svc:443'],
  ])('of %j is %s', (config, url, trust, authorization) => {
    const target = targetOfClientConfig(config, reader, credentials)
    expect([target.url.href, target.trust, target.authorization]).toEqual([url, trust, authorization])
  })
  it.each([
    [service('gone'), 'service "gone" not found'],
    [service('headless'), 'cannot route to service with ClusterIP "None"'],
    [service('web', { port: 1 }), 'no service port 1 found for service "web"'],
  ])('of %j is refused', (config, why) => {
    expect(() => targetOfClientConfig(config, reader, credentials)).toThrow(why)
  })
  it('of a client configuration file has its trust and credentials', () => {
    const files = { ca: 'CA', serverName: 's', clientCertificate: 'CRT', clientKey: 'KEY' }
    const { trust, authorization } = targetOfConnection({
      server: 'https://h/',
      insecureSkipTlsVerify: false,
      authorization: 'Bearer t',
      namespace: 'n',
      ...files,
    })
    expect([trust, authorization]).toEqual([files, 'Bearer t'])
  })
})

it.each([
  [{ apiVersion: 'v', kind: 'K', status: { a: 1 } }, { a: 1 }],
  [{ apiVersion: 'v', kind: 'K' }, {}],
  [{ apiVersion: 'w', kind: 'K' }, 'the answer must be a K of v, not "K" of "w"'],
  [[], 'the answer is no object'],
])('the status in %j', (answer, expected) => {
  const read = () => statusIn(answer, 'v', 'K')
  if (typeof expected === 'string') expect(read).toThrow(expected)
  else expect(read()).toEqual(expected)
})

it('remembers values for their time, and no more of them than it may', async () => {
  const clock = createFakeClock()
  const cache = new TtlCache<number>(clock, 2)
  cache.set('a', 1, 1000)
  cache.set('b', 2, 2000)
  cache.set('none', 3, 0)
  expect(['a', 'b', 'none'].map((key) => cache.get(key))).toEqual([1, 2, undefined])
  await clock.advance(1000)
  expect(['a', 'b'].map((key) => cache.get(key))).toEqual([undefined, 2])
  cache.set('a', 4, 1000)
  cache.set('c', 5, 1000)
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([4, undefined, 5])
})

it('starts the time limit when the handler has started', async () => {
  const clock = createFakeClock()
  let start: () => void = () => undefined
  const outside: Outside = {
    ready: () => new Promise<void>((resolve) => (start = () => resolve())),
    fetch: () => Promise.resolve(Response.json({ late: false })),
  }
  const answer = callWebhook({ outside, clock }, { target: TARGET, body: {}, policy: WEBHOOK_POLICIES.admission })
  await clock.advance(20_000)
  start()
  expect(await answer).toEqual({ late: false })
})
