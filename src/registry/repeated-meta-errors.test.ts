import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../testing/cluster'

interface StatusBody {
  readonly details?: { readonly kind?: string; readonly causes?: readonly { readonly field: string }[] }
}

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const LIMITS = '/api/v1/namespaces/default/limitranges'
const ROLES = '/apis/rbac.authorization.orch.io/v1/namespaces/default/roles'
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
const deployment = { spec: { selector: { matchLabels: { a: 'b' } }, template } }
const MERGE = { 'content-type': 'application/merge-patch+json' }

const clusters = new Map<string, TestCluster>()
beforeAll(async () => {
  for (const release of ['1.20', '1.25']) {
    const cluster = await startAdminsCluster(release)
    for (const [path, body] of [
      [CONFIG_MAPS, {}],
      [DEPLOYMENTS, deployment],
      [LIMITS, { spec: { limits: [] } }],
      [ROLES, {}],
    ] as const)
      expect((await cluster.send('POST', path, { metadata: { name: 'a' }, ...body })).status).toBe(201)
    clusters.set(release, cluster)
  }
})
afterAll(() => Promise.all([...clusters.values()].map((cluster) => cluster.stop())))

async function told(release: string, path: string, metadata: object): Promise<number> {
  const answer = await clusters.get(release)?.send('PATCH', `${path}/a`, { metadata }, MERGE)
  expect(answer?.status).toBe(422)
  return ((await answer?.json()) as StatusBody).details?.causes?.length ?? 0
}

test.each([
  ['1.20', CONFIG_MAPS, 4, 2],
  ['1.20', DEPLOYMENTS, 3, 2],
  ['1.20', LIMITS, 3, 1],
  ['1.20', ROLES, 5, 2],
  ['1.25', CONFIG_MAPS, 4, 2],
])('at %s, an update of %s reports its label %i times and immutable fields %i times', async (...row) => {
  const [release, path, labels, changes] = row
  expect(await told(release, path, { labels: { a: 'b c' } })).toBe(labels)
  expect(await told(release, path, { uid: 'x' })).toBe(changes)
  expect(await told(release, path, { deletionTimestamp: '2020-01-01T00:00:00Z' })).toBe(changes)
})

test('a precondition of a delete that fails names the kind', async () => {
  const answer = await clusters.get('1.20')?.send('DELETE', `${CONFIG_MAPS}/a`, { preconditions: { uid: 'x' } })
  expect([answer?.status, ((await answer?.json()) as StatusBody).details?.kind]).toEqual([409, 'ConfigMap'])
})
