import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiObject } from '../../../../machinery/object'
import { startAdminsCluster, type TestCluster } from '../../../../testing/cluster'
import { kindContext } from '../../../../testing/kinds'
import { resize } from './pod-resize'

let cluster: TestCluster
const POD = '/api/v1/namespaces/default/pods/p'
const patch = (path: string, body: object) =>
  cluster.send('PATCH', path, body, [['content-type', 'application/strategic-merge-patch+json']])
const containers = (resources: object) => ({ spec: { containers: [{ name: 'c', resources }] } })

beforeAll(async () => {
  cluster = await startAdminsCluster('1.35')
  const response = await cluster.send('POST', '/api/v1/namespaces/default/pods', {
    metadata: { name: 'p', labels: { a: 'b' } },
    spec: {
      containers: [
        { name: 'c', image: 'x', resources: { requests: { cpu: '1' }, limits: { cpu: '2', memory: '1Gi' } } },
      ],
    },
  })
  expect(response.status).toBe(201)
})
afterAll(() => cluster.stop())

test.each<[string, object, string[]]>([
  ['requests', { requests: { cpu: '500m' } }, []],
  [
    'no limit any more',
    { limits: { memory: null } },
    ['spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed'],
  ],
  [
    'limits below requests',
    { limits: { cpu: '100m' } },
    ['spec.containers[0].resources.requests: Invalid value: "500m": must be less than or equal to cpu limit'],
  ],
  [
    'another class of service',
    { requests: { cpu: '2', memory: '1Gi' }, limits: { cpu: '2', memory: '1Gi' } },
    ['spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing'],
  ],
  [
    'other resources',
    { requests: { 'ephemeral-storage': '1Gi' } },
    ['spec: Forbidden: only cpu and memory resources are mutable'],
  ],
])('a resize to %s', async (_, resources, expected) => {
  const response = await patch(`${POD}/resize`, containers(resources))
  const { details } = (await response.json()) as { details?: { causes?: { field: string; message: string }[] } }
  expect((details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`)).toEqual(expected)
  expect(response.status).toBe(expected.length > 0 ? 422 : 200)
})

test('a resize changes nothing else', async () => {
  const body = { metadata: { labels: { a: 'c' } }, spec: { containers: [{ name: 'c', image: 'y' }] } }
  const response = await patch(`${POD}/resize`, body)
  expect(await response.json()).toMatchObject({
    metadata: { labels: { a: 'b' } },
    spec: { containers: [{ image: 'x' }] },
  })
})

test('resources do not change by themselves', async () => {
  expect((await patch(POD, containers({ requests: { cpu: '700m' } }))).status).toBe(422)
})

const asking = (cpu: string, list: 'containers' | 'initContainers', status: object = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', generation: 1 },
  spec: { containers: [], [list]: [{ name: 'c', resources: { requests: { cpu } } }] },
  status,
})
const BEGUN = { containerStatuses: [{ name: 'c' }] }

test.each<[number, object, string, unknown]>([
  [32, BEGUN, '2', 'Proposed'],
  [32, BEGUN, '1', undefined],
  [32, {}, '2', undefined],
  [33, BEGUN, '2', undefined],
])('release 1.%i, status %j, resized to %s: %s', (release, status, cpu, expected) => {
  const object = asking(cpu, 'containers')
  resize.prepareForUpdate?.(object, asking('1', 'containers', status), kindContext({ release }))
  expect((object['status'] as { resize?: string }).resize).toBe(expected)
})

test.each([
  [35, '1'],
  [36, '2'],
])('an init container of release 1.%i has %s', (release, expected) => {
  const object = asking('2', 'initContainers')
  resize.prepareForUpdate?.(object, asking('1', 'initContainers'), kindContext({ release }))
  expect(object['spec']).toEqual(asking(expected, 'initContainers')['spec'])
})
