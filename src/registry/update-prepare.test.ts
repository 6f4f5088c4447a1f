// What a write of /status may change of the metadata: everything for most kinds, nothing but finalizers for some.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../testing/cluster'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startAdminsCluster('1.20')
})
afterAll(() => cluster.stop())

const MERGE = { 'content-type': 'application/merge-patch+json' }
const names = { plural: 'gizmos', kind: 'Gizmo' }
const schema = { openAPIV3Schema: { type: 'object' } }
const versions = [{ name: 'v1', served: true, storage: true, schema }]
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }

test.each<[path: string, name: string, object: object, labels: object | undefined]>([
  [
    '/apis/apps/v1/namespaces/default/replicasets',
    'a',
    { spec: { selector: { matchLabels: { a: 'b' } }, template } },
    { set: 'by-status' },
  ],
  [
    '/apis/storage.orch.io/v1/volumeattachments',
    'a',
    { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
    undefined,
  ],
  [
    '/apis/apiregistration.orch.io/v1/apiservices',
    'v1.a.b',
    { spec: { group: 'a.b', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 } },
    undefined,
  ],
  [
    '/apis/apiextensions.orch.io/v1/customresourcedefinitions',
    'gizmos.example.com',
    { spec: { group: 'example.com', scope: 'Cluster', names, versions } },
    undefined,
  ],
  [
    '/apis/flowcontrol.apiserver.orch.io/v1beta1/flowschemas',
    'a',
    { spec: { priorityLevelConfiguration: { name: 'p' }, matchingPrecedence: 100 } },
    undefined,
  ],
])('%s/%s', async (path, name, object, labels) => {
  expect((await cluster.send('POST', path, { ...object, metadata: { name } })).status).toBe(201)
  const change = { metadata: { labels: { set: 'by-status' }, annotations: { set: 'by-status' } } }
  const answer = await cluster.send('PATCH', `${path}/${name}/status`, change, MERGE)
  const { metadata } = (await answer.json()) as { metadata: { labels?: object; annotations?: object } }
  expect([answer.status, metadata.labels, metadata.annotations]).toEqual([200, labels, labels])
})
