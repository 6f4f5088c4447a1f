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
] as const)('an update of %s is told %i times what is wrong with the whole', async (resource, times) => {
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

test('a PUT of a service is told together what is wrong with its version, its uid and its address', async () => {
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
