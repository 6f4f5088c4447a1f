// A job's own labels: given, or one with its template's, to which the job's name and uid are added.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../../../../testing/cluster'

const JOBS = '/apis/batch/v1/namespaces/n/jobs'
let cluster: TestCluster
const post = (path: string, body: object) => cluster.send('POST', path, body)
beforeAll(async () => {
  cluster = await startAdminsCluster('1.20')
  await post('/api/v1/namespaces', { metadata: { name: 'n' } })
})
afterAll(() => cluster.stop())

type Labels = Record<string, string> | undefined
const manual = { manualSelector: true, selector: { matchLabels: { a: 'b' } } }

test.each<[what: string, own: Labels, template: Labels, spec: object, expected: string[]]>([
  ['no labels at all', undefined, undefined, {}, ['controller-uid', 'job-name']],
  ['labels of the template only', undefined, { a: 'b' }, {}, ['a', 'controller-uid', 'job-name']],
  ['labels of its own', { x: 'y' }, { a: 'b' }, {}, ['x']],
  ['labels of its own that are like the template’s', { a: 'b' }, { a: 'b' }, {}, ['a']],
  ['a selector of a person', undefined, { a: 'b' }, manual, ['a']],
])('%s', async (what, own, template, spec, expected) => {
  const response = await post(JOBS, {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { generateName: 'j-', ...(own && { labels: own }) },
    spec: {
      template: {
        ...(template && { metadata: { labels: template } }),
        spec: { containers: [{ name: 'a', image: 'b' }], restartPolicy: 'Never' },
      },
      ...spec,
    },
  })
  expect(response.status, what).toBe(201)
  const { metadata } = (await response.json()) as { metadata: { labels?: Record<string, string> } }
  expect(Object.keys(metadata.labels ?? {}).sort()).toEqual(expected)
})

test('a changed generated label is reported once, what the selector misses twice', async () => {
  const made = await post(JOBS, {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'changed' },
    spec: { template: { spec: { containers: [{ name: 'a', image: 'b' }], restartPolicy: 'Never' } } },
  })
  const job = (await made.json()) as { spec: { template: { metadata: { labels: Record<string, string> } } } }
  job.spec.template.metadata.labels['controller-uid'] = 'x'
  const answer = await cluster.send('PUT', `${JOBS}/changed`, job)
  const { details } = (await answer.json()) as { details: { causes: { field: string; message: string }[] } }
  expect(details.causes.map(({ field }) => field)).toEqual([
    'spec.template.metadata.labels[controller-uid]',
    'spec.template.metadata.labels',
    'spec.template.metadata.labels',
    'spec.template',
  ])
  expect(details.causes[0]?.message).toMatch(/^Invalid value: map\[string\]string\{"controller-uid":"x", /)
})
