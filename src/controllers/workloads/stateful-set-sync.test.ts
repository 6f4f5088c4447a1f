// The rules of one reconciliation, with pods that only the test changes.
import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { world, type World } from '../../testing/controller-world'
import { failure } from '../../testing/fake-api'
import { statefulSet } from './stateful-set'

const template = (image: string) => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', image }] },
})
const READY = {
  phase: 'Running',
  conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2023-06-01T11:00:00Z' }],
}
const PENDING = { phase: 'Pending' }
const rolling = (partition: number) => ({ type: 'RollingUpdate', rollingUpdate: { partition } })

/** A set whose pods exist with these statuses. */
async function start(spec: object, pods: object[] = [], more: Partial<ApiObject> = {}, release = 20): Promise<World> {
  const cluster = world()
  cluster.api.put('statefulsets', {
    ...more,
    metadata: { name: 'web', namespace: 'n', generation: 1, ...more.metadata },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'web' } },
      template: template('shop:1'),
      updateStrategy: rolling(0),
      ...spec,
    },
  })
  pods.forEach((status, i) => putPod(cluster, `web-${i}`, status))
  await cluster.start(statefulSet, { release })
  return cluster
}
const web = ({ api }: World) => api.get('statefulsets', 'n', 'web') as ApiObject
const revisionOf = (cluster: World) => (web(cluster).status as { updateRevision?: string } | undefined)?.updateRevision
const putPod = (cluster: World, name: string, status: object, labels: object = {}) => {
  const owner = {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    name: 'web',
    uid: web(cluster).metadata.uid ?? '',
    controller: true,
  }
  return cluster.api.put('pods', {
    metadata: {
      name,
      namespace: 'n',
      labels: {
        app: 'web',
        'statefulset.orch.io/pod-name': name,
        'controller-revision-hash': revisionOf(cluster) ?? '',
        ...labels,
      },
      ownerReferences: [owner],
    },
    spec: template('shop:1').spec,
    status,
  })
}
const eventsOf = ({ api }: World) =>
  api.list('events').map(({ type, reason, message }) => [type, reason, message].join(' '))
const writesOf = ({ api }: World, method: string) => api.writes.filter((write) => write.startsWith(`${method} pods `))

describe('pods that have ended', () => {
  it.each([
    [20, 'Failed', 'Warning RecreatingFailedPod StatefulSet n/web is recreating failed Pod web-0'],
    [20, 'Succeeded', undefined],
    [27, 'Succeeded', 'Normal RecreatingTerminatedPod StatefulSet n/web is recreating terminated Pod web-0'],
  ])('are recreated, 1.%i, %s: %s', async (release, phase, event) => {
    const cluster = await start({ replicas: 1, updateStrategy: { type: 'OnDelete' } }, [{ phase }], {}, release)
    const deleted = 'Normal SuccessfulDelete delete Pod web-0 in StatefulSet web successful'
    const created = 'Normal SuccessfulCreate create Pod web-0 in StatefulSet web successful'
    expect(eventsOf(cluster)).toEqual(event ? [event, deleted, created] : [])
  })
})

describe('surplus pods of an ordered set', () => {
  it.each([
    { what: 'from the highest down', states: [READY, READY, READY], deleted: ['DELETE pods web-2'] },
    { what: 'also the only unhealthy one', states: [READY, READY, PENDING], deleted: ['DELETE pods web-2'] },
    { what: 'not before a lower one is healthy', states: [READY, PENDING, PENDING], deleted: [] },
  ])('are deleted $what', async ({ states, deleted }) => {
    const cluster = await start({ replicas: 1, updateStrategy: { type: 'OnDelete' } })
    cluster.api.answer = (method, { collection }) =>
      method === 'DELETE' && collection === 'pods' ? Response.json({ kind: 'Status' }) : undefined
    states.forEach((status, i) => putPod(cluster, `web-${i}`, status))
    await cluster.api.settled()
    expect(writesOf(cluster, 'DELETE')).toEqual(deleted)
  })
})

it('tells why a pod cannot be created', async () => {
  const cluster = await start({ replicas: 0 })
  cluster.api.answer = (method, { collection }) =>
    method === 'POST' && collection === 'pods' ? failure(403, 'Forbidden') : undefined
  cluster.api.put('statefulsets', { ...web(cluster), spec: { ...(web(cluster).spec as object), replicas: 1 } })
  await cluster.api.settled()
  expect(eventsOf(cluster)).toEqual([
    'Warning FailedCreate create Pod web-0 in StatefulSet web failed error: Forbidden',
  ])
})

it('tells why a claim of a pod cannot be created', async () => {
  const cluster = await start({ replicas: 0, volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: {} }] })
  cluster.api.answer = (method, { collection }) =>
    method === 'POST' && collection === 'persistentvolumeclaims' ? failure(403, 'Forbidden') : undefined
  cluster.api.put('statefulsets', { ...web(cluster), spec: { ...(web(cluster).spec as object), replicas: 1 } })
  await cluster.api.settled()
  expect(eventsOf(cluster)).toEqual([
    'Warning FailedCreate create Claim data-web-0 for Pod web-0 in StatefulSet web failed error: Forbidden',
    'Warning FailedCreate create Pod web-0 in StatefulSet web failed error: failed to create PVC data-web-0: Forbidden',
  ])
})

it('gives a pod back the label with its name', async () => {
  const cluster = await start({ replicas: 1 })
  putPod(cluster, 'web-0', READY, { 'statefulset.orch.io/pod-name': 'other' })
  await cluster.api.settled()
  expect(cluster.api.get('pods', 'n', 'web-0')?.metadata.labels).toMatchObject({
    'statefulset.orch.io/pod-name': 'web-0',
  })
  expect(eventsOf(cluster)).toContain('Normal SuccessfulUpdate update Pod web-0 in StatefulSet web successful')
})

it.each([
  [0, 'shop:2'],
  [1, 'shop:1'],
])('with partition %i a pod 0 that was deleted gets the image %s', async (partition, image) => {
  const cluster = await start({ replicas: 2, updateStrategy: rolling(partition) })
  for (const name of ['web-0', 'web-1']) {
    putPod(cluster, name, READY)
    await cluster.api.settled()
  }
  cluster.api.put('statefulsets', {
    ...web(cluster),
    spec: { ...(web(cluster).spec as object), template: template('shop:2') },
  })
  await cluster.api.settled()
  cluster.api.remove('pods', 'n', 'web-0')
  await cluster.api.settled()
  const { containers } = cluster.api.get('pods', 'n', 'web-0')?.spec as { containers: { image: string }[] }
  expect(containers[0]?.image).toBe(image)
})

it('counts the pods that it creates, and those of a set that is deleted', async () => {
  const cluster = await start({ podManagementPolicy: 'Parallel' })
  expect(web(cluster).status).toMatchObject({ replicas: 3, updatedReplicas: 3, readyReplicas: 0 })
  const { metadata } = web(cluster)
  cluster.api.put('statefulsets', {
    ...web(cluster),
    metadata: { ...metadata, deletionTimestamp: '2023-06-01T12:00:00Z' },
  })
  await cluster.api.settled()
  cluster.api.remove('pods', 'n', 'web-2')
  await cluster.api.settled()
  expect(web(cluster).status).toMatchObject({ replicas: 2, updatedReplicas: 2 })
  expect(cluster.api.list('pods')).toHaveLength(2)
})
