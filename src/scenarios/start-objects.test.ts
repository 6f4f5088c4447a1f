import { describe, expect, it, onTestFinished } from 'vitest'
import { openScenario } from '../scenario-world'
import { gatherObjects } from './gather-objects'
import type { ProofWorld } from './prove'
import { readScenario } from './read'
import type { Scenario } from './scenario'
import { deletedOf, startObjectsOf } from './start-objects'

const opened = async (scenario: Partial<Scenario>): Promise<ProofWorld> => {
  const world = await openScenario({ format: 1, title: 't', summary: 's', ...scenario })
  onTestFinished(() => world.stop())
  return world
}
const gathered = (world: ProofWorld) => gatherObjects(world.as(undefined))

const DELETED = [
  '/api/v1/namespaces/orch-node-lease',
  '/apis/rbac.authorization.orch.io/v1/clusterroles/view',
  '/apis/rbac.authorization.orch.io/v1/clusterrolebindings/cluster-admin',
  '/apis/storage.orch.io/v1/storageclasses/standard',
]

describe('objects that a cluster starts with', () => {
  it.each(['1.16', '1.25', '1.35'])('are the same each time, release %s', async (release) => {
    const [one, other] = [await opened({ release, nodes: 2 }), await opened({ release, nodes: 2 })]
    const start = startObjectsOf(await gathered(one))
    expect(start.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['Node', 'ClusterRole', 'Namespace']))
    expect(deletedOf(start, await gathered(other))).toEqual([])
  })

  it('stay deleted where a scenario says so', async () => {
    const start = startObjectsOf(await gathered(await opened({ nodes: 1 })))
    const without = await opened({ nodes: 1, requests: DELETED.map((path) => ({ send: `DELETE ${path}` })) })
    const deletes = deletedOf(start, await gathered(without)).map(({ path }) => path)
    expect(deletes).toEqual(expect.arrayContaining(DELETED))
    const again = await opened({ nodes: 1, deletes })
    expect(deletedOf(start, await gathered(again)).map(({ path }) => path)).toEqual(deletes)
  })

  it('are deleted before others are created, and may be missing already', async () => {
    const world = await opened({
      nodes: 1,
      deletes: [DELETED[3] ?? '', '/api/v1/namespaces/default/configmaps/never'],
      objects: [
        {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: { name: 'plain' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    })
    const path = '/api/v1/namespaces/default/persistentvolumeclaims/plain'
    const { spec } = await world.as(undefined).json<{ spec: Record<string, unknown> }>('GET', path)
    expect(spec).not.toHaveProperty('storageClassName')
  })

  it.each([
    ['[pods]', 'line 4, column 11: deletes[0] must be the path of an object, such as /api/v1/nodes/node-1'],
    ['yes', 'line 4, column 1: deletes must be a list, not a string'],
  ])('are named by their paths, not %s', (deletes, message) =>
    expect(() => readScenario(`format: 1\ntitle: t\nsummary: s\ndeletes: ${deletes}`)).toThrow(message),
  )
})
