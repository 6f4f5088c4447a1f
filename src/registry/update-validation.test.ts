import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../testing/cluster'

const APPS = '/apis/apps/v1/namespaces/default'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
const KINDS = ['replicasets', 'daemonsets', 'deployments'] as const

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startAdminsCluster('1.20')
  for (const resource of KINDS) {
    const body = { metadata: { name: 'a' }, spec: { selector: { matchLabels: { a: 'b' } }, template } }
    expect((await cluster.send('POST', `${APPS}/${resource}`, body)).status).toBe(201)
  }
})
afterAll(() => cluster.stop())

test.each([
  ['replicasets', 2],
  ['daemonsets', 2],
  ['deployments', 1],
] as const)('an update of %s reports errors of the whole object %i times', async (resource, times) => {
  const change = { spec: { selector: { matchLabels: { a: 'c' } } } }
  const answer = await cluster.send('PATCH', `${APPS}/${resource}/a`, change, MERGE)
  const { details } = (await answer.json()) as { details?: { causes?: { field: string }[] } }
  expect(details?.causes?.map(({ field }) => field)).toEqual([
    ...Array.from({ length: times }, () => 'spec.template.metadata.labels'),
    'spec.selector',
  ])
})

const SERVICES = '/api/v1/namespaces/default/services'
const service = (metadata: object) => ({ metadata: { name: 's', ...metadata }, spec: { ports: [{ port: 80 }] } })

test('a PUT of a service reports errors of its version, uid and address together', async () => {
  expect((await cluster.send('POST', SERVICES, service({}))).status).toBe(201)
  const answer = await cluster.send('PUT', `${SERVICES}/s`, service({ uid: 'x' }))
  const { details } = (await answer.json()) as { details?: { causes?: { field: string }[] } }
  expect(answer.status).toBe(422)
  expect([...new Set(details?.causes?.map(({ field }) => field))]).toEqual([
    'metadata.resourceVersion',
    'metadata.uid',
    'spec.clusterIPs[0]',
  ])
})

test.each([
  [
    { name: 's', namespace: 'q' },
    'the namespace of the object (q) does not match the namespace on the request (default)',
  ],
  [{ name: 'q', namespace: 'q' }, 'the name of the object (q) does not match the name on the URL (s)'],
])('a PUT of %j to another place', async (metadata, message) => {
  const answer = await cluster.send('PUT', `${SERVICES}/s`, service(metadata))
  expect(await answer.json()).toMatchObject({ code: 400, message })
})

test('an attachment keeps a name that only a new one may not have', async () => {
  const path = '/apis/storage.orch.io/v1beta1/volumeattachments'
  const spec = { attacher: 'Not/valid', nodeName: 'n', source: { persistentVolumeName: 'v' } }
  expect((await cluster.send('POST', path, { metadata: { name: 'a' }, spec })).status).toBe(201)
  const stable = path.replace('v1beta1', 'v1')
  const change = { metadata: { labels: { a: 'b' } } }
  expect((await cluster.send('PATCH', `${stable}/a`, change, MERGE)).status).toBe(200)
  expect((await cluster.send('POST', stable, { metadata: { name: 'b' }, spec })).status).toBe(422)
})

test('the port of health checks of a load balancer stays, in words of the release', async () => {
  const spec = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: [{ port: 80 }] }
  expect((await cluster.send('POST', SERVICES, { metadata: { name: 'lb' }, spec })).status).toBe(201)
  const messages = async (healthCheckNodePort: number) => {
    const answer = await cluster.send('PATCH', `${SERVICES}/lb`, { spec: { healthCheckNodePort } }, MERGE)
    const { details } = (await answer.json()) as { details?: { causes?: { message: string }[] } }
    return details?.causes?.map(({ message }) => message)
  }
  expect(await messages(1)).toEqual([
    'Invalid value: 1: cannot change healthCheckNodePort on loadBalancer service with externalTraffic=Local during update',
  ])
  expect(await messages(-1)).toEqual(['Invalid value: -1: HealthCheckNodePort must be not less than 0'])
})

test.each<[string, object, string]>([
  [
    'a default',
    { validation: { openAPIV3Schema: { type: 'object', properties: { a: { type: 'string', default: 'x' } } } } },
    'Forbidden: must not be set (cannot set default values in apiextensions.orch.io/v1beta1 CRDs, must use apiextensions.orch.io/v1)',
  ],
  ['no schema', {}, 'Required value: because otherwise all fields are pruned'],
])('a pruning definition of v1beta1 with %s is refused in words of its own', async (_, more, message) => {
  const names = { plural: 'as', kind: 'A' }
  const spec = { group: 'x.example.com', version: 'v1', scope: 'Cluster', names, preserveUnknownFields: false, ...more }
  const path = '/apis/apiextensions.orch.io/v1beta1/customresourcedefinitions'
  const answer = await cluster.send('POST', path, { metadata: { name: 'as.x.example.com' }, spec })
  expect(await answer.json()).toMatchObject({ details: { causes: [{ message }] } })
})
