import { describe, expect, it, onTestFinished } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'

const clusterOf = async (): Promise<TestCluster> => {
  const cluster = await startCluster(['--nodes=1'])
  onTestFinished(() => cluster.stop())
  return cluster
}
const DEPLOYMENT = {
  metadata: { name: 'web' },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'a', image: 'a:1' }] } },
  },
}
const found = async (cluster: TestCluster, path: string): Promise<number> =>
  (await cluster.admin.raw('GET', path)).status

describe('rest', () => {
  it('comes when controllers have done what a request set going', async () => {
    const cluster = await clusterOf()
    await cluster.admin.raw('POST', '/api/v1/namespaces', { metadata: { name: 'shop' } })
    await cluster.controlPlane.control('rest', null)
    expect(await found(cluster, '/api/v1/namespaces/shop/serviceaccounts/default')).toBe(200)
    await cluster.admin.raw('POST', '/apis/apps/v1/namespaces/shop/deployments', DEPLOYMENT)
    await cluster.controlPlane.control('rest', null)
    expect(cluster.store.list('/core/pods/shop/').entries).toHaveLength(3)
  })

  it('comes after the start', async () => {
    const cluster = await clusterOf()
    await cluster.controlPlane.control('rest', null)
    const paths = [
      '/api/v1/namespaces/default/serviceaccounts/default',
      '/api/v1/namespaces/default/configmaps/orch-root-ca.crt',
      '/apis/rbac.authorization.orch.io/v1/clusterroles/view',
      '/readyz',
    ]
    expect(await Promise.all(paths.map((path) => found(cluster, path)))).toEqual(paths.map(() => 200))
  })

  it('leaves the time as it is', async () => {
    const cluster = await clusterOf()
    const { now } = await cluster.controlPlane.control('clock', { action: 'hold' })
    await cluster.controlPlane.control('rest', null)
    expect(await cluster.controlPlane.control('clock', { action: 'read' })).toMatchObject({ mode: 'held', now })
  })
})
