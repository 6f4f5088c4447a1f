import { beforeEach, describe, expect, it } from 'vitest'
import { decodeText } from '../machinery/base64'
import type { Json, JsonObject } from '../machinery/json'
import { startCluster } from '../testing/cluster'
import { createFakeClock, type FakeClock } from '../testing/fake-clock'
import { createAdmissionWebhooks, responseOf } from './admission-webhooks'
import { type WebhookBackend, checkWebhooks } from './admission-webhook-settings'
import type { SimulatedService } from './simulated'
import { createNodeSandbox } from './sandbox/node'
import { createTabOutside } from './tab'

const CA = '-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n'
const URL_ = 'https://policy.default.svc/check'
const backend = (more: Partial<WebhookBackend> = {}): WebhookBackend => ({
  id: 'one',
  title: 'One',
  url: URL_,
  source: 'export default (review) => ({ allowed: review.request.name === "good" })',
  on: true,
  ownCa: false,
  latencyMs: 0,
  failurePercent: 0,
  limitMs: 2_000,
  ...more,
})
const sandbox = createNodeSandbox()

let authority = Promise.resolve(CA)
let clock: FakeClock
let service: SimulatedService
beforeEach(() => {
  const kept = new Map<string, unknown>()
  clock = createFakeClock()
  service = createAdmissionWebhooks({
    clock,
    random: { uuid: () => '', bytes: (length) => new Uint8Array(length).fill(0x80) },
    settings: { get: async (name) => kept.get(name), put: async (name, value) => void kept.set(name, value) },
    sandbox,
    authority: () => authority,
  })
})
const play = (...backends: WebhookBackend[]) => service.change({ backends } as unknown as JsonObject)
const REVIEW: JsonObject = {
  apiVersion: 'admission.orch.io/v1',
  kind: 'AdmissionReview',
  request: { uid: 'u', name: 'good' },
}
const ask = (url = `${URL_}?timeout=10s`, body: Json = REVIEW, ca?: string) =>
  service.handle(new Request(url, { method: 'POST', body: JSON.stringify(body) }), ca ? { ca } : {})

describe('webhooks that are simulated in the tab', () => {
  it('use the settings at the time of the answer, not of the call', async () => {
    let load = (): void => undefined
    authority = new Promise((resolve) => (load = () => resolve(CA)))
    await play(backend())
    const told = service.state()
    await play(backend(), backend({ id: 'two', url: 'https://two.default.svc/' }))
    load()
    expect((await told)['settings']).toMatchObject({ backends: [{ id: 'one' }, { id: 'two' }] })
  })

  it('answer at their address, and nowhere else', async () => {
    await play(backend())
    expect(await (await ask())?.json()).toEqual({
      apiVersion: 'admission.orch.io/v1',
      kind: 'AdmissionReview',
      response: { uid: 'u', allowed: true },
    })
    expect(await ask('https://policy.default.svc:443/check')).toBeDefined()
    expect(await ask('https://policy.default.svc/other')).toBeUndefined()
    expect(await ask('https://policy.default.svc:8443/check')).toBeUndefined()
    await play(backend({ on: false }))
    expect(await ask()).toBeUndefined()
  })

  it.each<[string, string, number, string]>([
    ['code that throws', 'export default () => { throw new Error("my mistake") }', 500, 'my mistake'],
    ['code that never ends', 'export default () => { for (;;); }', 500, 'it was stopped'],
    ['code that returns nothing', 'export default () => {}', 500, 'must return a response'],
  ])('fail with %s', async (_what, source, status, text) => {
    await play(backend({ source, limitMs: 500 }))
    const response = await ask()
    expect(response?.status).toBe(status)
    expect(await response?.text()).toContain(text)
    expect((await service.state()).calls).toMatchObject([{ status, url: URL_ }])
  })

  it('reject bodies that are not reviews', async () => {
    await play(backend())
    expect((await ask(URL_, { kind: 'Other' }))?.status).toBe(400)
  })

  it('answer late, by the clock that may be held, and fail as often as they should', async () => {
    await play(backend({ latencyMs: 5_000 }))
    let answered = false
    const answer = ask().then(() => (answered = true))
    await clock.advance(4_999)
    expect(answered).toBe(false)
    await clock.advance(1)
    await answer
    await play(backend({ failurePercent: 51 }))
    await expect(ask()).rejects.toThrow('connection refused')
    await play(backend({ failurePercent: 50 }))
    expect(await ask()).toBeDefined()
  })

  it('can have a certificate that must be trusted by name', async () => {
    await play(backend({ ownCa: true }))
    await expect(ask()).rejects.toThrow('unknown authority')
    expect(await ask(URL_, REVIEW, CA)).toBeDefined()
  })

  it('keep reviews without secrets', async () => {
    const secret = { kind: 'Secret', data: { word: 'c2VzYW1l' } }
    const review = { ...REVIEW, request: { uid: 'u', object: secret, oldObject: secret } }
    await play(backend())
    await ask(URL_, review)
    const { recent } = await service.state()
    expect(recent).toMatchObject([
      { review: { request: { object: { kind: 'Secret' }, oldObject: { kind: 'Secret' } } } },
    ])
    expect(JSON.stringify(recent)).not.toContain('c2VzYW1l')
    await service.actions?.forget?.()
  })

  it('keep the reviews that came, to make test cases of', async () => {
    await play(backend())
    await ask()
    expect((await service.state()).recent).toMatchObject([{ backend: 'one', review: REVIEW }])
    await service.actions?.forget?.()
    expect((await service.state()).recent).toEqual([])
  })

  it.each<[string, Partial<WebhookBackend>[], string]>([
    ['an address without TLS', [{ url: 'http://x' }], 'must begin with https://'],
    ['an address with a query', [{ url: 'https://x/?a=b' }], 'query'],
    ['no id', [{ id: '' }], 'needs an id'],
    ['an id twice', [{}, { url: 'https://other' }], 'two webhooks with the id'],
    ['an address twice', [{}, { id: 'two' }], 'switch one of them off'],
    ['a limit that is none', [{ limitMs: 0 }], 'the limit'],
  ])('are not set to %s', (_what, changes, message) => {
    const value = { backends: changes.map(backend) } as unknown as JsonObject
    expect(() => checkWebhooks(value)).toThrow(message)
  })
})

describe('what a function returns', () => {
  it('becomes a whole answer', () => {
    expect(responseOf(REVIEW, { allowed: false, status: { message: 'no' } })).toMatchObject({
      response: { uid: 'u', allowed: false, status: { message: 'no' } },
    })
    const { response } = responseOf(REVIEW, { allowed: true, patch: [{ op: 'remove', path: '/a' }] })
    expect(response).toMatchObject({ patchType: 'JSONPatch' })
    expect(decodeText((response as { patch: string }).patch)).toBe('[{"op":"remove","path":"/a"}]')
    const whole = { kind: 'AdmissionReview', apiVersion: 'x', response: {} }
    expect(responseOf(REVIEW, whole)).toBe(whole)
    expect(() => responseOf(REVIEW, null)).toThrow('must return a response')
  })
})

describe('a control plane with webhooks in the tab', () => {
  it('asks them, by service and by address', async () => {
    await play(
      backend({
        source:
          'export default ({ request }) => ({ allowed: true, patch: [{ op: "add", path: "/metadata/labels", value: { by: request.operation } }] })',
      }),
      backend({
        id: 'two',
        url: 'https://hooks.example.com/deny',
        source:
          'export default ({ request }) => ({ allowed: !request.object.data?.bad, status: { code: 403, message: "bad data" } })',
      }),
    )
    const outside = createTabOutside({
      handlers: [(request, trust) => service.handle(request, trust)],
      network: { fetch: () => Promise.reject(new Error('no network')) },
    })
    const cluster = await startCluster([], { outside })
    try {
      const hook = (name: string, clientConfig: object) => ({
        name: `${name}.example.com`,
        clientConfig,
        rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      })
      const target = { group: 'admissionregistration.orch.io', version: 'v1' }
      const create = (of: object, object: object) => cluster.admin.create(of as never, object)
      await create(
        { group: '', version: 'v1', resource: 'services', namespace: 'default' },
        { apiVersion: 'v1', kind: 'Service', metadata: { name: 'policy' }, spec: { ports: [{ port: 443 }] } },
      )
      for (const [kind, clientConfig] of [
        ['Mutating', { service: { namespace: 'default', name: 'policy', path: '/check' } }],
        ['Validating', { url: 'https://hooks.example.com/deny' }],
      ] as const)
        await create(
          { ...target, resource: `${kind.toLowerCase()}webhookconfigurations` },
          {
            apiVersion: 'admissionregistration.orch.io/v1',
            kind: `${kind}WebhookConfiguration`,
            metadata: { name: 'test' },
            webhooks: [hook(kind.toLowerCase(), clientConfig)],
          },
        )
      const maps = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' }
      const map = (name: string, data: object) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data })
      expect(await create(maps, map('a', { k: 'v' }))).toMatchObject({ metadata: { labels: { by: 'CREATE' } } })
      await expect(create(maps, map('b', { bad: 'x' }))).rejects.toThrow('bad data')
    } finally {
      await cluster.stop()
    }
  })
})
