// The rules of one reconciliation, with replica sets that only the test changes.
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../machinery/json-text'
import { type ApiObject } from '../../machinery/object'
import { world, type World } from '../../testing/controller-world'
import { failure } from '../../testing/fake-api'
import { deployment } from './deployment'

interface Condition {
  type: string
  status: string
  reason: string
  message?: string
  lastUpdateTime?: string
  lastTransitionTime?: string
}
interface Parts {
  image?: string
  revision?: string
  replicas?: number
  annotations?: Record<string, string>
  status?: object
  created?: string
}
const template = (image: string, hash?: string) => ({
  metadata: { labels: { app: 'web', ...(hash && { 'pod-template-hash': hash }) } },
  spec: { containers: [{ name: 'c', image }] },
})
const at = (second: number) => `2023-06-01T12:00:${String(second).padStart(2, '0')}Z`

async function start(spec: object, sets: Record<string, Parts>, more: Partial<ApiObject> = {}): Promise<World> {
  const cluster = world()
  const {
    metadata: { uid = '' },
  } = cluster.api.put('deployments', {
    ...more,
    metadata: { name: 'web', namespace: 'n', generation: 1, ...more.metadata },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'web' } },
      template: template('shop:2'),
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      progressDeadlineSeconds: 600,
      ...spec,
    },
  })
  for (const [
    name,
    { image = 'shop:1', revision, replicas = 0, annotations, status, created = at(0) },
  ] of Object.entries(sets))
    cluster.api.put('replicasets', {
      metadata: {
        name,
        namespace: 'n',
        generation: 1,
        creationTimestamp: created,
        labels: { app: 'web' },
        annotations: { ...(revision && { 'deployment.orch.io/revision': revision }), ...annotations },
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid, controller: true }],
      },
      spec: { replicas, minReadySeconds: 0, template: template(image, name) },
      status: { observedGeneration: 1, replicas, readyReplicas: replicas, availableReplicas: replicas, ...status },
    })
  await cluster.start(deployment)
  return cluster
}
const web = ({ api }: World) => api.get('deployments', 'n', 'web') as ApiObject
const conditionsOf = (object: ApiObject) => (object.status as { conditions?: Condition[] }).conditions ?? []
const progressOf = (cluster: World) => conditionsOf(web(cluster)).find(({ type }) => type === 'Progressing')
const eventsOf = ({ api }: World) =>
  api.list('events').map(({ type, reason, message }) => [type, reason, message].join(' '))
const setsOf = ({ api }: World) =>
  Object.fromEntries(
    api
      .list('replicasets')
      .map(({ metadata, spec }) => [metadata.name ?? '', (spec as { replicas: number }).replicas] as const),
  )

describe('progress', () => {
  it('does not count the time of a pause', async () => {
    const paused = { type: 'Progressing', status: 'Unknown', reason: 'DeploymentPaused', lastUpdateTime: at(0) }
    const status = { conditions: [{ ...paused, lastTransitionTime: at(0) }] }
    const cluster = await start({ paused: true }, { old: { replicas: 3, revision: '1' } }, { status })
    await cluster.clock.step(3_600_000)
    cluster.api.put('deployments', { ...web(cluster), spec: { ...(web(cluster).spec as object), paused: false } })
    await cluster.api.settled()
    expect(progressOf(cluster)).toMatchObject({ status: 'True', reason: 'NewReplicaSetCreated' })
  })

  it.each([
    { deadline: 600, reason: 'DeploymentPaused' },
    { deadline: 2 ** 31 - 1, reason: undefined },
  ])('tells of a pause only with a deadline: $deadline', async ({ deadline, reason }) => {
    const cluster = await start({ paused: true, progressDeadlineSeconds: deadline }, {})
    expect(progressOf(cluster)?.reason).toBe(reason)
  })

  it('is no longer told when the deadline is removed', async () => {
    const done = { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' }
    const cluster = await start(
      { progressDeadlineSeconds: 2 ** 31 - 1 },
      { now: { image: 'shop:2', replicas: 3, revision: '1' } },
      { status: { conditions: [done] } },
    )
    expect(conditionsOf(web(cluster)).map(({ type }) => type)).toEqual(['Available'])
  })

  it('starts with the set that was found', async () => {
    const cluster = await start({}, { now: { image: 'shop:2', replicas: 2, revision: '1' } })
    expect(progressOf(cluster)).toMatchObject({
      reason: 'ReplicaSetUpdated',
      message: 'ReplicaSet "now" is progressing.',
    })
    expect(cluster.api.writes.filter((write) => write.includes('replicasets'))).toEqual(['PUT replicasets now'])
  })

  it('ends when the deadline has passed, but not before', async () => {
    const begun = { type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated', lastUpdateTime: at(0) }
    const cluster = await start(
      {},
      { now: { image: 'shop:2', replicas: 3, revision: '1', status: { readyReplicas: 0, availableReplicas: 0 } } },
      { status: { replicas: 3, updatedReplicas: 3, conditions: [begun] } },
    )
    await cluster.clock.step(600_000)
    await cluster.api.settled()
    expect(progressOf(cluster)?.reason).toBe('ReplicaSetUpdated')
    await cluster.clock.step(2_000)
    await cluster.api.settled()
    expect(progressOf(cluster)).toMatchObject({
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
      message: 'ReplicaSet "now" has timed out progressing.',
    })
  })
})

it('repeats the failure of the newest set with its times', async () => {
  const failed = (reason: string) => ({
    conditions: [{ type: 'ReplicaFailure', status: 'True', reason, message: 'quota', lastTransitionTime: at(7) }],
  })
  const cluster = await start(
    {},
    {
      old: { replicas: 1, revision: '1', status: failed('FailedDelete') },
      now: { image: 'shop:2', replicas: 2, revision: '2', status: failed('FailedCreate') },
    },
  )
  expect(conditionsOf(web(cluster)).at(-1)).toEqual({
    type: 'ReplicaFailure',
    status: 'True',
    reason: 'FailedCreate',
    message: 'quota',
    lastUpdateTime: at(7),
    lastTransitionTime: at(7),
  })
})

it('tells why a set cannot be created', async () => {
  const cluster = await start({ paused: true }, {})
  cluster.api.answer = (method, { collection }) =>
    method === 'POST' && collection === 'replicasets' ? failure(403, 'Forbidden') : undefined
  cluster.api.put('deployments', { ...web(cluster), spec: { ...(web(cluster).spec as object), paused: false } })
  await cluster.api.settled()
  const message = expect.stringMatching(/^Failed to create new replica set "web-[^"]+": Forbidden$/) as string
  expect(progressOf(cluster)).toMatchObject({ status: 'False', reason: 'ReplicaSetCreateError', message })
  expect(eventsOf(cluster)).toEqual([expect.stringMatching(/^Warning ReplicaSetCreateError Failed to create new/)])
})

describe('old sets', () => {
  const unavailable = { readyReplicas: 0, availableReplicas: 0 }
  it.each([
    { why: 'the new pods are not available yet', status: unavailable, kept: ['a', 'b', 'now'] },
    { why: 'the rollout is complete', status: {}, kept: ['now'] },
  ])('with a history of none are $kept when $why', async ({ status, kept }) => {
    const cluster = await start(
      { revisionHistoryLimit: 0, strategy: { type: 'Recreate' } },
      { a: { revision: '1' }, b: { revision: '2' }, now: { image: 'shop:2', replicas: 3, revision: '3', status } },
    )
    expect(Object.keys(setsOf(cluster))).toEqual(kept)
  })

  it.each([
    { release: 20, kept: ['now', 'young'] },
    { release: 21, kept: ['now', 'old'] },
  ])('$kept are kept at 1.$release', async ({ release, kept }) => {
    const cluster = world()
    const before = await start(
      { revisionHistoryLimit: 1 },
      {
        old: { revision: '4', created: at(0) },
        young: { revision: '2', created: at(9) },
        now: { image: 'shop:2', replicas: 3, revision: '5' },
      },
      { metadata: { name: 'web', namespace: 'n', deletionTimestamp: at(0) } },
    )
    for (const kind of ['deployments', 'replicasets'])
      for (const object of before.api.list(kind)) cluster.api.put(kind, object)
    const { deletionTimestamp: _, ...metadata } = web(cluster).metadata
    cluster.api.put('deployments', { ...web(cluster), metadata })
    await cluster.start(deployment, { release })
    expect(Object.keys(setsOf(cluster)).sort()).toEqual(kept)
  })
})

it('gives its annotations to its sets, but for those that are about itself', async () => {
  const annotations = { note: 'a', 'orchctl.orch.io/last-applied-configuration': '{}' }
  const cluster = await start({}, {}, { metadata: { annotations } })
  const [set] = cluster.api.list('replicasets')
  expect(set?.metadata.annotations).toMatchObject({ note: 'a' })
  expect(set?.metadata.annotations).not.toHaveProperty(['orchctl.orch.io/last-applied-configuration'])
})

it('counts revisions beyond the whole numbers of a double', async () => {
  const cluster = await start({}, { old: { replicas: 3, revision: '3546343826724305832' } })
  expect(web(cluster).metadata.annotations).toMatchObject({ 'deployment.orch.io/revision': '3546343826724305833' })
})

it('goes on after its size and surge changed together', async () => {
  const annotations = { 'deployment.orch.io/desired-replicas': '2', 'deployment.orch.io/max-replicas': '4' }
  const cluster = await start(
    {},
    {
      old: { replicas: 2, revision: '1', annotations },
      now: { image: 'shop:2', replicas: 2, revision: '2', annotations },
    },
  )
  expect(setsOf(cluster)).toEqual({ old: 1, now: 3 })
})

describe('a rollback that an annotation asks for', () => {
  const ROLLBACK = 'deprecated.deployment.rollback.to'
  it.each([
    ['0', 'shop:1', 'Normal DeploymentRollback Rolled back deployment "web" to revision 2'],
    ['1', 'shop:0', 'Normal DeploymentRollback Rolled back deployment "web" to revision 1'],
    [
      '3',
      'shop:2',
      'Warning DeploymentRollbackTemplateUnchanged The rollback revision contains the same template as current deployment "web"',
    ],
    ['7', 'shop:2', 'Warning DeploymentRollbackRevisionNotFound Unable to find the revision to rollback to.'],
    ['first', 'shop:2', undefined],
  ])('to %s gives the image %s', async (wanted, image, event) => {
    const cluster = await start(
      {},
      {
        first: { image: 'shop:0', revision: '1', annotations: { cause: 'one' } },
        old: { image: 'shop:1', revision: '2', annotations: { cause: 'two' } },
        now: { image: 'shop:2', replicas: 3, revision: '3', annotations: { cause: 'three' } },
      },
      { metadata: { name: 'web', namespace: 'n', generation: 1, annotations: { cause: 'three', [ROLLBACK]: wanted } } },
    )
    expect(canonicalJson(web(cluster).spec)).toContain(`"image":"${image}"`)
    expect(eventsOf(cluster).filter((told) => told.includes('Rollback'))).toEqual(event ? [event] : [])
    const cause = { 'shop:0': 'one', 'shop:1': 'two', 'shop:2': 'three' }[image]
    expect(web(cluster).metadata.annotations).toMatchObject({ cause })
    expect(web(cluster).metadata.annotations?.[ROLLBACK]).toBe(event ? undefined : wanted)
  })
})
