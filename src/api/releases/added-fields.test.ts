import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'

const FILES = { files: { tokens: 'admin,admin,1,"system:masters"\n' } }
const RELEASES = ['1.20', '1.23', '1.25', '1.26'] as const
type ReleaseName = (typeof RELEASES)[number]
const clusters = new Map<ReleaseName, TestCluster>()
beforeAll(async () => {
  for (const release of RELEASES)
    clusters.set(
      release,
      await startCluster(
        [
          `--release=${release}`,
          '--token-auth-file=tokens',
          '--controllers=',
          '--disable-admission-plugins=ServiceAccount',
        ],
        FILES,
      ),
    )
}, 60_000)
afterAll(() => Promise.all([...clusters.values()].map((cluster) => cluster.stop())))

const at = (release: ReleaseName): TestCluster => {
  const cluster = clusters.get(release)
  if (!cluster) throw new Error(`no cluster of ${release}`)
  return cluster
}
const send = (release: ReleaseName, method: string, path: string, body?: unknown) =>
  at(release).send(method, path, body, { authorization: 'Bearer admin' })
const template = (spec: object) => ({
  metadata: { labels: { a: 'b' } },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
})
const set = (spec: object) => ({
  path: '/apis/apps/v1/namespaces/default/statefulsets',
  body: {
    metadata: { name: 'a' },
    spec: { serviceName: 'a', selector: { matchLabels: { a: 'b' } }, template: template({}), ...spec },
  },
})
const pod = (spec: object) => ({
  path: '/api/v1/namespaces/default/pods',
  body: { ...template(spec), metadata: { name: 'a' } },
})

describe('a field that a release does not know', () => {
  test.each<[ReleaseName, string, { path: string; body: unknown }]>([
    ['1.25', 'spec.schedulingGates', pod({ schedulingGates: [{ name: 'example.com/a' }] })],
    ['1.25', 'spec.resourceClaims', pod({ resourceClaims: [{ name: 'a' }] })],
    [
      '1.25',
      'spec.containers[0].resources.claims',
      pod({ containers: [{ name: 'c', image: 'i', resources: { claims: [{ name: 'a' }] } }] }),
    ],
    ['1.25', 'spec.ordinals', set({ ordinals: { start: 1 } })],
    [
      '1.25',
      'spec.unhealthyPodEvictionPolicy',
      {
        path: '/apis/policy/v1/namespaces/default/poddisruptionbudgets',
        body: { metadata: { name: 'a' }, spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' } },
      },
    ],
  ])('%s: %s', async (release, field, { path, body }) => {
    const strict = await send(release, 'POST', `${path}?dryRun=All&fieldValidation=Strict`, body)
    const { message } = (await strict.json()) as { message: string }
    expect([strict.status, message]).toEqual([400, expect.stringContaining(`unknown field "${field}"`)])
    const warned = await send(release, 'POST', `${path}?dryRun=All&fieldValidation=Warn`, body)
    expect(warned.status).toBe(201)
    expect(warned.headers.get('warning')).toContain(`unknown field \\"${field}\\"`)
    expect(JSON.stringify(await warned.json())).not.toContain(field.split('.').at(-1))
  })
  test('is known to the release that brought it, also while its gate is off', async () => {
    const { path, body } = pod({ schedulingGates: [{ name: 'example.com/a' }] })
    expect((await send('1.26', 'POST', `${path}?dryRun=All&fieldValidation=Strict`, body)).status).toBe(201)
  })
})

interface Definition {
  type?: string
  properties?: Record<string, { $ref?: string }>
}
const definitions = async (release: ReleaseName): Promise<Record<string, Definition>> =>
  ((await (await send(release, 'GET', '/openapi/v2')).json()) as { definitions: Record<string, Definition> })
    .definitions

describe('the description of a release', () => {
  const META = 'io.orch.api.machinery.apis.meta.v1'
  test.each<[ReleaseName, string, string, boolean]>([
    ['1.25', 'io.orch.api.core.v1.PodSpec', 'schedulingGates', false],
    ['1.26', 'io.orch.api.core.v1.PodSpec', 'schedulingGates', true],
    ['1.20', `${META}.ManagedFieldsEntry`, 'subresource', false],
    ['1.23', `${META}.ManagedFieldsEntry`, 'subresource', true],
    ['1.20', 'io.orch.api.core.v1.ServiceSpec', 'topologyKeys', true],
    ['1.23', 'io.orch.api.core.v1.ServiceSpec', 'topologyKeys', false],
    ['1.20', `${META}.ObjectMeta`, 'clusterName', true],
    ['1.23', `${META}.ObjectMeta`, 'clusterName', true],
    ['1.25', `${META}.ObjectMeta`, 'clusterName', false],
  ])('%s: %s %s', async (release, type, field, isThere) => {
    expect(field in ((await definitions(release))[type]?.properties ?? {})).toBe(isThere)
  })
  test('says that recorded fields are an object', async () => {
    const all = await definitions('1.20')
    expect(all[`${META}.ManagedFieldsEntry`]?.properties?.['fieldsV1']?.$ref).toBe(`#/definitions/${META}.FieldsV1`)
    expect(all[`${META}.FieldsV1`]?.type).toBe('object')
  })
})

test.each<[ReleaseName, number]>([
  ['1.23', 201],
  ['1.25', 400],
])('metadata.clusterName at %s answers %i and is never stored', async (release, status) => {
  const body = { metadata: { name: 'cluster-name', clusterName: 'a' } }
  const answer = await send(release, 'POST', '/api/v1/namespaces/default/configmaps?fieldValidation=Strict', body)
  expect(answer.status).toBe(status)
  const { metadata } = (await answer.json()) as { metadata: object }
  expect(metadata).not.toHaveProperty('clusterName')
})
