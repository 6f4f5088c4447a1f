// The events of simulated nodes about containers: their order, words and paths, as nodes of each release write them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { CORE_EVENTS } from '../client/core-targets'
import { core, type LivingCluster, startLivingCluster } from '../testing/living'
import { pullBackOff, startEvents, startWaits } from './container-events'
import { NodeImages } from './node-images'
import type { StageContext } from './stage'

const pod = (image: string, startTime: string, containers: object[] = [{ name: 'c', image }]): ApiObject => ({
  metadata: { name: 'p', namespace: 'default', uid: 'u' },
  spec: { containers },
  status: { startTime },
})
const NODE = 'node-1'
const context = (release: number, others: ApiObject[] = []): StageContext => {
  const images = new NodeImages()
  others.forEach((other) => images.see(other))
  return {
    now: '2024-01-01T00:00:02Z',
    release,
    node: undefined,
    address: () => '',
    hasImage: (image, before) => images.has(NODE, image, before),
  }
}
const START = '2024-01-01T00:00:01Z'
const starts = (of: ApiObject, at: StageContext) =>
  startEvents(of, 'containers', () => true, at).map(({ reason, message }) => `${reason}: ${message}`)

it.each([
  [19, 'Pulled: Successfully pulled image "shop"', 'Created: Created container c', 'Started: Started container c'],
  [
    20,
    'Pulled: Successfully pulled image "shop" in 1s',
    'Created: Created container c',
    'Started: Started container c',
  ],
  [
    27,
    'Pulled: Successfully pulled image "shop" in 1s (1s including waiting)',
    'Created: Created container c',
    'Started: Started container c',
  ],
  [
    32,
    expect.stringMatching(
      /^Pulled: Successfully pulled image "shop" in 1s \(1s including waiting\)\. Image size: \d+ bytes\.$/,
    ),
    'Created: Created container: c',
    'Started: Started container c',
  ],
  [35, expect.stringContaining('Image size'), 'Created: Container created', 'Started: Container started'],
])('words of 1.%i', (release, ...words) => {
  expect(starts(pod('shop', START), context(release))).toEqual(words)
})

const ran = (image: string, startedAt: string, name = 'other'): ApiObject => ({
  metadata: { name },
  spec: { nodeName: NODE },
  status: { containerStatuses: [{ name, image, state: { running: { startedAt } } }] },
})
it.each<[string, ApiObject, ApiObject[], string[]]>([
  ['pulled', pod('shop', START), [ran('cart', '2023-12-31T00:00:00Z')], ['Pulled: Successfully']],
  ['present', pod('shop', START), [ran('shop', '2023-12-31T00:00:00Z')], ['Pulled: Container image "shop" already']],
  ['at the same time', pod('shop', START), [ran('shop', START)], ['Pulled: Successfully']],
  [
    'always',
    pod('', START, [{ name: 'c', image: 'shop', imagePullPolicy: 'Always' }]),
    [ran('shop', '2023-12-31T00:00:00Z')],
    ['Pulled: Successfully'],
  ],
  [
    'two containers of one image',
    pod('', START, [
      { name: 'a', image: 'shop' },
      { name: 'b', image: 'shop' },
    ]),
    [],
    ['Pulled: Successfully', 'Pulled: Container image "shop" already'],
  ],
  [
    'two images',
    pod('', START, [
      { name: 'a', image: 'shop' },
      { name: 'b', image: 'cart' },
    ]),
    [],
    ['Pulled: Successfully', 'Pulling: Pulling image "cart"', 'Pulled: Successfully'],
  ],
])('an image: %s', (_, of, others, expected) => {
  const told = starts(of, context(34, others)).filter((line) => line.startsWith('Pull'))
  expect(told.map((line, i) => line.slice(0, expected[i]?.length))).toEqual(expected)
})

it('names the container and the pod of a back-off, from 1.26 on', () => {
  const [early, late] = [25, 26].map((release) => startWaits(pod('shop', START), context(release))[0]?.message)
  expect(early).toBe('Back-off restarting failed container')
  expect(late).toBe('Back-off restarting failed container c in pod p_default(u)')
})

it('keeps the error in the message of an image that waits, from 1.32 on', () => {
  expect(pullBackOff(pod('shop', START), 31)).toBe('Back-off pulling image "shop"')
  expect(pullBackOff(pod('shop', START), 32)).toMatch(/^Back-off pulling image "shop": ErrImagePull: rpc error: /)
})

describe('in a cluster', () => {
  let cluster: LivingCluster
  beforeAll(async () => {
    cluster = await startLivingCluster(1, ['--release=1.36'])
  })
  afterAll(() => cluster.stop())

  interface Told {
    readonly reason: string
    readonly message: string
    readonly count: number
    readonly involvedObject: { readonly name: string; readonly fieldPath?: string }
    readonly source: { readonly component: string; readonly host?: string }
    readonly reportingComponent: string
    readonly reportingInstance: string
  }
  const told = async (name: string): Promise<Told[]> => {
    const { items } = await cluster.admin.list({ ...CORE_EVENTS, namespace: 'default' })
    const mine = (items as unknown as (Told & ApiObject)[]).filter(({ involvedObject }) => involvedObject.name === name)
    return mine.sort((a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion))
  }
  const create = (name: string, annotations: object = {}, spec: object = {}) =>
    cluster.admin.create(core('pods'), {
      metadata: { name, annotations },
      spec: { containers: [{ name: 'c', image: `shop:${name}` }], ...spec },
    })
  const status = async (name: string) =>
    (await cluster.admin.get(core('pods'), name)).status as {
      phase: string
      containerStatuses?: { restartCount: number; state: { waiting?: { reason: string; message: string } } }[]
    }
  const first = async (name: string) => (await status(name)).containerStatuses?.[0]
  const reaches = (name: string, reason: string, restarts = 0) =>
    cluster.passing(
      () => first(name),
      (one) => one?.state.waiting?.reason === reason && one.restartCount >= restarts,
    )

  it('a pod with an init container', async () => {
    await create('starts', {}, { initContainers: [{ name: 'i', image: 'init:1' }] })
    await cluster.passing(
      () => status('starts'),
      ({ phase }) => phase === 'Running',
    )
    const events = await told('starts')
    expect(events.map(({ reason, involvedObject }) => `${reason} ${involvedObject.fieldPath ?? ''}`)).toEqual([
      'Scheduled ',
      ...['Pulling', 'Pulled', 'Created', 'Started'].map((reason) => `${reason} spec.initContainers{i}`),
      ...['Pulling', 'Pulled', 'Created', 'Started'].map((reason) => `${reason} spec.containers{c}`),
    ])
    expect(events.at(-1)).toMatchObject({
      source: { component: 'kubelet', host: 'node-1' },
      reportingComponent: 'kubelet',
      reportingInstance: 'node-1',
    })
  })

  it('a container that crashes starts again at once, and waits from the second time on', async () => {
    await create('crashes', { 'life.orch.io/fail': 'crash' })
    const once = await reaches('crashes', 'CrashLoopBackOff')
    expect(once?.restartCount).toBe(1)
    expect(once?.state.waiting?.message).toMatch(
      /^back-off 10s restarting failed container=c pod=crashes_default\([0-9a-f-]+\)$/,
    )
    const later = await reaches('crashes', 'CrashLoopBackOff', 4)
    expect(later?.state.waiting?.message).toMatch(/^back-off 1m20s /)
    const counts = Object.fromEntries((await told('crashes')).map(({ reason, count }) => [reason, count]))
    expect(counts).toMatchObject({ Pulling: 1, Created: 5, Started: 5, BackOff: 4 })
  })

  it('an image that cannot be pulled is tried again, ever later', async () => {
    await create('lacks', { 'life.orch.io/fail': 'image' })
    await reaches('lacks', 'ErrImagePull')
    await reaches('lacks', 'ImagePullBackOff')
    await cluster.clock.step(40_000)
    const counts = Object.fromEntries((await told('lacks')).map(({ message, count }) => [message, count]))
    expect(counts).toMatchObject({
      'Pulling image "shop:lacks"': 3,
      'Error: ErrImagePull': 3,
      'Back-off pulling image "shop:lacks"': 3,
      'Error: ImagePullBackOff': 3,
    })
  })

  it.each([
    ['liveness', 'Liveness', true],
    ['startup', 'Startup', false],
  ])('a failing %s probe stops the container, which waits from the second time on', async (failure, title, ready) => {
    const name = `lacks-${failure}`
    const probe = { httpGet: { path: '/', port: 80 }, periodSeconds: 5, failureThreshold: 2 }
    await create(
      name,
      { 'life.orch.io/fail': failure },
      { containers: [{ name: 'c', image: 'shop:probed', [`${failure}Probe`]: probe }] },
    )
    const { containerStatuses } = await cluster.passing(
      () => status(name),
      ({ phase }) => phase === 'Running',
    )
    expect(containerStatuses?.[0]).toMatchObject({ started: ready, ready })
    const waits = await reaches(name, 'CrashLoopBackOff')
    expect(waits).toMatchObject({
      restartCount: 1,
      started: false,
      ready: false,
      lastState: { terminated: { exitCode: 137, reason: 'Error' } },
    })
    const counts = Object.fromEntries(
      (await told(name)).map(({ reason, message, count }) => [reason, { message, count }]),
    )
    expect(counts).toMatchObject({
      Unhealthy: { message: `${title} probe failed: HTTP probe failed with statuscode: 503`, count: 4 },
      Killing: { message: `Container c failed ${failure} probe, will be restarted`, count: 2 },
      BackOff: { count: 1 },
      Started: { count: 2 },
    })
  })

  it('a probe that fails says how', async () => {
    const probe = { httpGet: { path: '/', port: 80 } }
    await create(
      'fails',
      { 'life.orch.io/fail': 'probe' },
      {
        containers: [{ name: 'c', image: 'shop:fails', readinessProbe: probe }],
      },
    )
    await cluster.passing(
      () => status('fails'),
      ({ phase }) => phase === 'Running',
    )
    expect((await told('fails')).at(-1)).toMatchObject({
      reason: 'Unhealthy',
      message: 'Readiness probe failed: HTTP probe failed with statuscode: 503',
    })
  })
})
