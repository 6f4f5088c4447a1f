import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Target } from '../client/targets'
import type { OwnerReference } from '../machinery/object'
import { startCluster, type TestCluster } from '../testing/cluster'
import { eventually } from '../testing/eventually'
import { isStatus } from '../client/status-error'

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' }
const maps = (namespace: string): Target => ({ group: '', version: 'v1', resource: 'configmaps', namespace })
const ROLES = { group: 'rbac.authorization.orch.io', version: 'v1', resource: 'clusterroles' }

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster()
  for (const name of ['here', 'there']) await cluster.admin.create(NAMESPACES, { metadata: { name } })
})
afterAll(() => cluster.stop())

async function make(target: Target, name: string, ownerReferences: OwnerReference[] = []): Promise<string> {
  const { metadata } = await cluster.admin.create(target, { metadata: { name, ownerReferences } })
  return metadata.uid ?? ''
}
const owner = (name: string, uid: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name,
  uid,
  ...more,
})
const NOBODY = owner('nobody', '00000000-0000-0000-0000-000000000000')

/** The names of the remaining owners; undefined if the object is deleted. */
async function ownersOf(target: Target, name: string): Promise<string[] | undefined> {
  try {
    const { metadata } = await cluster.admin.get(target, name)
    return (metadata.ownerReferences ?? []).map((reference) => reference.name)
  } catch (error) {
    if (isStatus(error, 'NotFound')) return undefined
    throw error
  }
}

describe('dependents', () => {
  test('are deleted with their last owner, and kept while it is unknown whether it exists', async () => {
    const lives = await make(maps('here'), 'lives')
    const goes = await make(maps('here'), 'goes')
    const elsewhere = await make(maps('there'), 'elsewhere')
    const cases: readonly [string, OwnerReference[], string[] | undefined][] = [
      ['of-one-that-goes', [owner('goes', goes)], undefined],
      ['of-one-that-stays-too', [owner('goes', goes), owner('lives', lives)], ['lives']],
      ['of-nobody', [NOBODY], undefined],
      ['of-nobody-and-one-that-stays', [NOBODY, owner('lives', lives)], ['lives']],
      ['of-another-identity', [owner('lives', NOBODY.uid)], undefined],
      ['of-another-kind', [owner('lives', lives, { kind: 'Secret' })], undefined],
      ['of-another-namespace', [owner('elsewhere', elsewhere)], undefined],
      ['of-an-unknown-kind', [owner('x', 'x', { apiVersion: 'none.example.com/v1', kind: 'None' })], ['x']],
      [
        'of-an-unknown-kind-and-nobody',
        [owner('x', 'x', { apiVersion: 'none.example.com/v1', kind: 'None' }), NOBODY],
        ['x', 'nobody'],
      ],
    ]
    for (const [name, references] of cases) await make(maps('here'), name, references)
    await make(ROLES, 'of-a-namespaced-object', [owner('lives', lives)])
    await cluster.admin.delete(maps('here'), 'goes')
    await eventually(async () => {
      for (const [name, , left] of cases) expect([name, await ownersOf(maps('here'), name)]).toEqual([name, left])
    })
    expect(await ownersOf(ROLES, 'of-a-namespaced-object')).toEqual(['lives'])
    const told = (namespace: string, name: string, identity: string) => [
      `${namespace} Warning OwnerRefInvalidNamespace`,
      `ownerRef [v1/ConfigMap, namespace: ${namespace}, name: ${name}, uid: ${identity}] does not exist in namespace "${namespace}"`,
    ]
    await eventually(async () => {
      const { items } = await cluster.admin.list({ group: '', version: 'v1', resource: 'events' })
      const misplaced = items.map(({ type, reason, message, involvedObject }) => [
        [(involvedObject as { namespace?: string }).namespace ?? '', type, reason].join(' '),
        String(message),
      ])
      expect(misplaced.filter(([what]) => what?.includes('OwnerRef')).sort()).toEqual([
        told('', 'lives', lives),
        told('here', 'elsewhere', elsewhere),
      ])
    })
  })

  test.each([2, 3, 5])('in a circle of %i that block each other are all deleted in the foreground', async (size) => {
    const names = Array.from({ length: size }, (_, i) => `circle-${size}-${i}`)
    const uids: string[] = []
    for (const name of names) uids.push(await make(maps('here'), name))
    for (const [i, name] of names.entries()) {
      const before = (i + size - 1) % size
      const reference = owner(names[before] ?? '', uids[before] ?? '', { controller: true, blockOwnerDeletion: true })
      await cluster.admin.patch(maps('here'), name, 'merge', { metadata: { ownerReferences: [reference] } })
    }
    await cluster.admin.delete(maps('here'), names[0] ?? '', { body: { propagationPolicy: 'Foreground' } })
    await eventually(async () => {
      for (const name of names) expect([name, await ownersOf(maps('here'), name)]).toEqual([name, undefined])
    })
  })
})
