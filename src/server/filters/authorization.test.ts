import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestTrace } from '../trace'
import { startCluster, type TestCluster } from '../../testing/cluster'

const PEOPLE = 'root,root,1,system:masters\nalice,alice,2\n'

describe.each<[string, string[], string, Partial<RequestTrace['steps'][number]>]>([
  [
    'nobody is refused anything',
    ['--authorization-mode=AlwaysAllow'],
    'alice',
    {
      by: 'AlwaysAllow',
      verdict: 'allowed',
      reason: '--authorization-mode=AlwaysAllow: everybody may do everything',
    },
  ],
  [
    'somebody is above the rules',
    ['--authorization-mode=RBAC'],
    'root',
    {
      by: 'PrivilegedGroups',
      verdict: 'allowed',
      reason: 'system:masters: its members may do everything, whatever the other authorizers say',
    },
  ],
  [
    'a role allows it',
    ['--authorization-mode=RBAC'],
    'alice',
    { by: 'RBAC', verdict: 'allowed', reason: expect.stringContaining('Group "system:authenticated"') as string },
  ],
])('the way of a request, where %s', (_what, flags, token, expected) => {
  let cluster: TestCluster
  const traces: RequestTrace[] = []
  beforeAll(async () => {
    cluster = await startCluster(['--token-auth-file=people', ...flags], { files: { people: PEOPLE } })
    cluster.controlPlane.onEvent('trace', (trace) => traces.push(trace))
    await cluster.controlPlane.control('observe', { traces: true })
  })
  afterAll(() => cluster.stop())

  it('says who allowed it and why', async () => {
    await cluster.send('GET', '/version', undefined, { authorization: `Bearer ${token}` })
    const steps = traces.filter(({ path }) => path === '/version').flatMap((trace) => trace.steps)
    expect(steps.find(({ stage }) => stage === 'authorization')).toMatchObject(expected)
  })
})

describe('the trace of a refused request', () => {
  const binding = (namespace: string) => ({
    apiVersion: 'rbac.authorization.orch.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'viewers', namespace },
    roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'ClusterRole', name: 'view' },
    subjects: [{ apiGroup: 'rbac.authorization.orch.io', kind: 'User', name: 'alice' }],
  })

  it('contains the request, the checked bindings and the nearest rule', async () => {
    const cluster = await startCluster(['--token-auth-file=people', '--authorization-mode=Node,RBAC'], {
      files: { people: PEOPLE },
    })
    const traces: RequestTrace[] = []
    cluster.controlPlane.onEvent('trace', (trace) => traces.push(trace))
    await cluster.controlPlane.control('observe', { traces: true })
    await cluster.admin.json(
      'POST',
      '/apis/rbac.authorization.orch.io/v1/namespaces/default/rolebindings',
      binding('default'),
    )
    const path = '/api/v1/namespaces/orch-system/configmaps'
    await cluster.send('GET', path, undefined, { authorization: 'Bearer alice' })
    const step = traces
      .filter((trace) => trace.path === path && trace.user === 'alice')
      .flatMap(({ steps }) => steps)
      .find(({ stage }) => stage === 'authorization')
    expect(step?.verdict).toBe('refused')
    for (const text of [
      'User "alice" cannot list resource "configmaps"',
      'RoleBinding "viewers/default" of ClusterRole "view" to User "alice": counts only in the namespace "default"',
      'Nearest rule: ',
    ])
      expect(step?.reason).toContain(text)
    await cluster.stop()
  })
})
