import { describe, expect, it } from 'vitest'
import { ApiError } from '../../machinery/api-error'
import type { Clock } from '../../machinery/clock'
import type { Outside } from '../../machinery/egress'
import type { JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { Random } from '../../machinery/random'
import type { ObjectReader } from '../../machinery/reader'
import type { Definition, WebhookClient } from './definition'
import { convertByWebhook, type ConversionReview } from './webhook-converter'

const random: Random = { uuid: () => 'the-uid', bytes: (length) => new Uint8Array(length) }
const widget = (apiVersion: string, name = 'a'): ApiObject => ({
  apiVersion,
  kind: 'Widget',
  metadata: { name, namespace: 'n', uid: `uid-${name}`, labels: { l: '1' }, resourceVersion: '7' },
  spec: { from: apiVersion },
})
const definition = (
  clientConfig: WebhookClient = { url: 'https://a.example.com/convert' },
  conversionReviewVersions = ['v9', 'v1'],
): Definition => ({
  metadata: { name: 'widgets.g' },
  spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions } } },
  status: {},
})

interface World {
  clock: Clock
  seen: { url: string; body: ConversionReview; trust: unknown }[]
  timers: Map<number, () => void>
  outside: Outside
}
function world(answer: (review: ConversionReview) => unknown, status = 200): World {
  const seen: World['seen'] = []
  const timers = new Map<number, () => void>()
  let next = 0
  return {
    seen,
    timers,
    clock: {
      now: () => 0,
      steady: () => 0,
      setTimer: (_, run) => {
        const id = next++
        timers.set(id, run)
        return () => timers.delete(id)
      },
    },
    outside: {
      fetch: async (request, trust) => {
        const body = (await request.json()) as ConversionReview
        seen.push({ url: request.url, body, trust })
        return new Response(JSON.stringify(answer(body)), { status })
      },
    },
  }
}
const service: ApiObject = { metadata: { name: 's', namespace: 'n' }, spec: { ports: [{ port: 8443 }] } }
const reader: Pick<ObjectReader, 'get'> = {
  get: (_resource, _namespace, name) => (name === 's' ? service : undefined),
}
const reviewOf = ({ apiVersion, kind, request }: ConversionReview, response: JsonObject) => ({
  apiVersion,
  kind,
  response: {
    uid: request.uid,
    result: { status: 'Success' },
    convertedObjects: request.objects.map((object) => ({
      ...object,
      apiVersion: request.desiredAPIVersion,
      spec: { converted: true },
    })),
    ...response,
  },
})
const ask = ({ outside, clock }: World, objects = [widget('g/v1')], of = definition()) =>
  convertByWebhook(of, objects, 'g/v2', { outside, random, clock, reader })

describe('the conversion webhook', () => {
  it('is called with the objects in other versions only, and may change labels', async () => {
    const there = world((review) =>
      reviewOf(review, {
        convertedObjects: review.request.objects.map((object) => ({
          ...object,
          apiVersion: 'g/v2',
          metadata: { ...object.metadata, labels: { l: '2' }, resourceVersion: '9' },
          spec: { y: 1 },
        })) as unknown as JsonObject[],
      }),
    )
    const [one, two] = await ask(there, [widget('g/v2', 'b'), widget('g/v1')])
    expect(one).toEqual(widget('g/v2', 'b'))
    expect(two).toEqual({
      ...widget('g/v2'),
      metadata: { ...widget('g/v1').metadata, labels: { l: '2' } },
      spec: { y: 1 },
    })
    expect(there.seen).toEqual([
      {
        url: 'https://a.example.com/convert?timeout=30s',
        trust: {},
        body: {
          apiVersion: 'apiextensions.orch.io/v1',
          kind: 'ConversionReview',
          request: { uid: 'the-uid', desiredAPIVersion: 'g/v2', objects: [widget('g/v1')] },
          response: { uid: '', convertedObjects: null, result: { metadata: {} } },
        },
      },
    ])
    expect(there.timers.size).toBe(0)
  })
  it('is not called without objects', async () => {
    const there = world(() => ({}))
    expect(await ask(there, [widget('g/v2')])).toEqual([widget('g/v2')])
    expect(there.seen).toEqual([])
  })
  it('is reached through its service', async () => {
    const there = world((review) => reviewOf(review, {}))
    await ask(
      there,
      undefined,
      definition({ service: { name: 's', namespace: 'n', path: '/x', port: 8443 }, caBundle: btoa('PEM') }, [
        'v1beta1',
      ]),
    )
    expect(there.seen[0]).toMatchObject({
      url: 'https://s.n.svc:8443/x?timeout=30s',
      trust: { ca: 'PEM', serverName: 's.n.svc' },
      body: { apiVersion: 'apiextensions.orch.io/v1beta1' },
    })
  })
  it.each([
    ['v1beta1', true],
    ['v1', false],
  ])('may leave the type out of an answer to %s: %s', async (version, accepted) => {
    const typeless = (review: ConversionReview) => ({ ...reviewOf(review, {}), apiVersion: undefined, kind: undefined })
    const answer = ask(world(typeless), undefined, definition({ url: 'https://h.io/' }, [version]))
    if (accepted) expect(await answer).toHaveLength(1)
    else await expect(answer).rejects.toThrow('expected webhook response of')
  })
  it('fails if its service does not exist', async () => {
    const gone = definition({ service: { name: 'gone', namespace: 'n' } })
    await expect(
      ask(
        world(() => ({})),
        undefined,
        gone,
      ),
    ).rejects.toThrow('service "gone" not found')
  })

  it.each<[string, (review: ConversionReview) => unknown, RegExp]>([
    ['nothing', () => 5, /not an object/],
    [
      'another kind',
      (review) => ({ ...reviewOf(review, {}), kind: 'X' }),
      /failed: expected webhook response of apiextensions.orch.io\/v1, Kind=ConversionReview, got .*, Kind=X$/,
    ],
    ['no response', ({ apiVersion, kind }) => ({ apiVersion, kind }), /no response/],
    ['another uid', (review) => reviewOf(review, { uid: 'x' }), /uid/],
    ['a refusal', (review) => reviewOf(review, { result: { status: 'Failed', message: 'not today' } }), /not today/],
    [
      'no verdict',
      (review) => reviewOf(review, { result: {} }),
      /failed: response.result.status was '', not 'Success'$/,
    ],
    [
      'too few objects',
      (review) => reviewOf(review, { convertedObjects: [] }),
      /Widget returned 0 objects, expected 1$/,
    ],
    ['no object', (review) => reviewOf(review, { convertedObjects: [1] }), /no object/],
    [
      'the old version',
      (review) => reviewOf(review, { convertedObjects: [widget('g/v1')] as unknown as JsonObject[] }),
      /returned invalid object at index 0: invalid groupVersion \(expected g\/v2, received g\/v1\)$/,
    ],
    [
      'another kind of object',
      (review) => reviewOf(review, { convertedObjects: [{ ...widget('g/v2'), kind: 'X' }] as unknown as JsonObject[] }),
      /kind/,
    ],
    [
      'another object',
      (review) => reviewOf(review, { convertedObjects: [widget('g/v2', 'b')] as unknown as JsonObject[] }),
      /returned invalid object: must have the same name: a != b$/,
    ],
    [
      'bad labels',
      (review) =>
        reviewOf(review, {
          convertedObjects: [
            { ...widget('g/v2'), metadata: { ...widget('g/v2').metadata, labels: { a: 1 } } },
          ] as unknown as JsonObject[],
        }),
      /returned invalid metadata: metadata.labels\[a\] must be a string/,
    ],
    [
      'labels that no object may have',
      (review) =>
        reviewOf(review, {
          convertedObjects: [
            { ...widget('g/v2'), metadata: { ...widget('g/v2').metadata, labels: { 'a b': 'c' } } },
          ] as unknown as JsonObject[],
        }),
      /returned invalid metadata: metadata.labels: Invalid value: "a b"/,
    ],
  ])('may not answer with %s', async (_, answer, why) => {
    const failure = await ask(world(answer)).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ code: 500, reason: '', message: expect.stringMatching(why) as string })
  })
  it('may not answer with an error', async () =>
    await expect(ask(world(() => ({}), 503))).rejects.toThrow(
      /failed: the server is currently unable to handle the request/,
    ))
  it('must answer in time', async () => {
    const there = world(() => ({}))
    there.outside.fetch = (request) =>
      new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)))
    const asked = ask(there)
    for (const run of there.timers.values()) run()
    await expect(asked).rejects.toThrow(
      /failed: Post "https:\/\/a.example.com\/convert\?timeout=30s": context deadline exceeded/,
    )
  })
  it('must support a review version that the server sends', async () =>
    await expect(
      ask(
        world(() => ({})),
        undefined,
        definition(undefined, ['v9']),
      ),
    ).rejects.toThrow(/no supported conversion review versions/))
})
