import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiObject } from '../../../../machinery/object'
import { startAdminsCluster, type TestCluster } from '../../../../testing/cluster'
import { kindContext } from '../../../../testing/kinds'
import { parseFeatureGates } from '../../../releases/feature-gates'
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
    ['spec.containers[0].resources.requests: Invalid value: "500m": must be less than or equal to cpu limit of 100m'],
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

const container = (name: string, cpu: string, more: object = {}) => ({
  name,
  image: 'x',
  resources: { requests: { cpu } },
  ...more,
})
const sized = (spec: object): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'default', generation: 1 },
  spec: { restartPolicy: 'Always', ...spec },
  status: {},
})
function faultsOf(release: number, to: object, from: object, gates?: string): string[] {
  const [object, old] = [sized(to), sized(from)]
  const context = kindContext({ release, ...(gates && { feature: parseFeatureGates([gates], release).enabled }) })
  resize.prepareForUpdate?.(object, old, context)
  return (resize.validateUpdate?.(object, old, context) ?? [])
    .filter(({ reason }) => reason === 'FieldValueForbidden')
    .map(({ field, message }) => `${field}: ${message.replace('Forbidden: ', '')}`)
}
const two = { containers: [container('a', '1'), container('b', '1')] }
const helped = (cpu: string, restartPolicy?: string) => ({
  initContainers: [container('i', cpu, restartPolicy ? { restartPolicy } : {})],
  containers: [container('a', '1')],
})
const whole = (amounts: object) => ({ resources: amounts, containers: [container('a', '1')] })
const WHOLE = 'InPlacePodLevelResourcesVerticalScaling=true'

test.each<[what: string, release: number, to: object, from: object, faults: string[], gates?: string]>([
  [
    'one container less',
    33,
    { containers: [container('a', '2')] },
    two,
    ['spec.containers: containers may not be added or removed on resize'],
  ],
  [
    'an init container more',
    35,
    { ...two, initContainers: [container('i', '1')] },
    two,
    ['spec.initContainers: initContainers may not be added or removed on resize'],
  ],
  [
    'containers in another order',
    35,
    { containers: [container('b', '1'), container('a', '1')] },
    two,
    [0, 1].map((i) => `spec.containers[${i}].name: containers may not be renamed or reordered on resize`),
  ],
  ['containers in another order', 32, { containers: [container('b', '1'), container('a', '1')] }, two, []],
  ['another init container', 32, helped('2'), helped('1'), []],
  [
    'another init container',
    35,
    helped('2'),
    helped('1'),
    ['spec: resources for non-sidecar init containers are immutable'],
  ],
  ['another init container', 36, helped('2'), helped('1'), []],
  ['another sidecar', 35, helped('2', 'Always'), helped('1', 'Always'), []],
  [
    'a sidecar without requests',
    35,
    { ...helped('2'), initContainers: [{ ...container('i', '1', { restartPolicy: 'Always' }), resources: {} }] },
    helped('1', 'Always'),
    ['spec.initContainers[0].resources.requests: resource requests cannot be removed'],
  ],
  [
    'another resize policy',
    35,
    {
      containers: [container('a', '1', { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] })],
    },
    { containers: [container('a', '1')] },
    ['spec: only cpu and memory resources are mutable'],
  ],
  [
    'a pod with resources of its own',
    34,
    whole({ requests: { cpu: '3' } }),
    whole({ requests: { cpu: '2' } }),
    [': pods with pod-level resources cannot be resized'],
  ],
  [
    'a pod with resources of its own',
    35,
    whole({ requests: { cpu: '3' } }),
    whole({ requests: { cpu: '2' } }),
    [
      ': resize of pods with pod-level resources is forbidden when InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled',
    ],
  ],
  ['a pod with resources of its own', 36, whole({ requests: { cpu: '3' } }), whole({ requests: { cpu: '2' } }), []],
  [
    'a pod without its own request',
    35,
    whole({ requests: {} }),
    whole({ requests: { cpu: '2' } }),
    ['spec.resources.requests: pod-level resource requests cannot be removed'],
    WHOLE,
  ],
  [
    'a pod without resources of its own',
    35,
    { containers: [container('a', '1')] },
    whole({ requests: { cpu: '2' } }),
    ['spec.resources: pod-level resources cannot be removed'],
    WHOLE,
  ],
])('a resize to %s at 1.%i', (_, release, to, from, faults, gates) => {
  expect(faultsOf(release, to, from, gates)).toEqual(faults)
})

test('a resize of a whole pod keeps its other fields', () => {
  const object = sized({ ...whole({ requests: { cpu: '3' } }), restartPolicy: 'Never' })
  resize.prepareForUpdate?.(object, sized(whole({ requests: { cpu: '2' } })), kindContext({ release: 36 }))
  expect(object['spec']).toMatchObject({ restartPolicy: 'Always', resources: { requests: { cpu: '3' } } })
})
