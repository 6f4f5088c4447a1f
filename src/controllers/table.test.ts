import { describe, expect, it } from 'vitest'
import { startCluster } from '../testing/cluster'
import { until } from '../testing/until'
import { controllerUser } from './controllers'
import { CONTROLLERS } from './table'

const core = (resource: string, namespace?: string) => ({ group: '', version: 'v1', resource, namespace })

describe.each(['1.15', '1.20', '1.25', '1.27'])('controllers of release %s', (release) => {
  it('do their work with the rights of their own default roles', async () => {
    const all = CONTROLLERS.map(({ name }) => name).join(',')
    const cluster = await startCluster([`--release=${release}`, '--authorization-mode=RBAC', `--controllers=${all}`])
    const { admin } = cluster
    await admin.create(core('namespaces'), { metadata: { name: 'team' } })
    await until(
      () => admin.list(core('serviceaccounts', 'team')),
      ({ items }) => items.some(({ metadata }) => metadata.name === 'default'),
    )
    await admin.create(core('resourcequotas', 'team'), { metadata: { name: 'q' }, spec: { hard: { configmaps: '9' } } })
    await until(
      () => admin.get(core('resourcequotas', 'team'), 'q'),
      ({ status }) => (status as { used?: unknown } | undefined)?.used !== undefined,
    )
    await admin.create(core('configmaps', 'team'), { metadata: { name: 'owner' } })
    const { metadata } = await admin.get(core('configmaps', 'team'), 'owner')
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid }
    await admin.create(core('configmaps', 'team'), { metadata: { name: 'child', ownerReferences: [owner] } })
    await admin.delete(core('configmaps', 'team'), 'owner')
    await until(
      () => admin.list(core('configmaps', 'team')),
      ({ items }) => !items.some((item) => item.metadata.name === 'child'),
    )
    await admin.delete(core('namespaces'), 'team')
    await until(
      () => admin.list(core('namespaces')),
      ({ items }) => !items.some((item) => item.metadata.name === 'team'),
    )
    await until(
      () => admin.list(core('configmaps', 'orch-public')),
      ({ items }) => items.some((item) => item.metadata.name === 'cluster-info'),
    )
    expect(cluster.messages.filter((message) => /forbidden|cannot/i.test(message))).toEqual([])
    await cluster.stop()
  })
})

it('are no administrators', () => {
  for (const { account } of CONTROLLERS) expect(controllerUser(account).groups).not.toContain('system:masters')
  expect(controllerUser('namespace-controller')).toEqual({
    name: 'system:serviceaccount:orch-system:namespace-controller',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:orch-system', 'system:authenticated'],
  })
})

it('are skipped if --runtime-config turns off a resource that they need', async () => {
  for (const off of [
    'rbac.authorization.orch.io/v1=false',
    'scheduling.orch.io/v1=false',
    'apiregistration.orch.io/v1=false',
    'flowcontrol.apiserver.orch.io/v1beta2=false,policy/v1=false',
    'api/all=false,api/v1=true,rbac.authorization.orch.io/v1=true',
    'api/all=false',
    'v1/namespaces=false',
  ]) {
    const cluster = await startCluster([`--runtime-config=${off}`, '--authorization-mode=RBAC'])
    expect((await cluster.admin.raw('GET', '/version')).status, off).toBe(200)
    await cluster.stop()
  }
})
