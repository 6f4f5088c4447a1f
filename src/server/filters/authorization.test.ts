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
