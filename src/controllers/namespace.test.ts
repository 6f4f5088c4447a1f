import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isStatus } from '../client/status-error'
import { createNamespace, startCluster, type TestCluster } from '../testing/cluster'
import { world } from '../testing/controller-world'
import { eventually } from '../testing/eventually'
import { timestamp } from '../machinery/clock'
import { CONTROLLERS } from './table'

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' }

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

interface Seen {
  readonly finalizers: readonly string[]
  /** Those of the conditions that are true, with their reasons. */
  readonly holding: readonly string[]
  readonly types: readonly string[]
  readonly messages: string
}

async function look(name: string): Promise<Seen> {
  const { spec, status } = (await cluster.admin.get(NAMESPACES, name)) as unknown as {
    spec: { finalizers?: string[] }
    status: { conditions?: { type: string; status: string; reason: string; message: string }[] }
  }
  const conditions = status.conditions ?? []
  return {
    finalizers: spec.finalizers ?? [],
    holding: conditions.filter((one) => one.status === 'True').map(({ type, reason }) => `${type} ${reason}`),
    types: conditions.map(({ type }) => type),
    messages: conditions.map(({ message }) => message).join('\n'),
  }
}

describe('a terminating namespace', () => {
  test('reports what blocks its deletion, and when nothing does any more', async () => {
    const name = 'held'
    const maps = { group: '', version: 'v1', resource: 'configmaps', namespace: name }
    await cluster.admin.create(NAMESPACES, { metadata: { name, finalizers: ['example.com/last'] } })
    await cluster.admin.create(maps, { metadata: { name: 'a', finalizers: ['example.com/hold'] } })
    await cluster.admin.delete(NAMESPACES, name)
    await eventually(async () =>
      expect((await look(name)).holding).toEqual([
        'NamespaceContentRemaining SomeResourcesRemain',
        'NamespaceFinalizersRemaining SomeFinalizersRemain',
      ]),
    )
    const { messages } = await look(name)
    expect(messages).toContain('configmaps. has 1 resource instances')
    expect(messages).toContain('example.com/hold in 1 resource instances')

    await cluster.admin.patch(maps, 'a', 'merge', { metadata: { finalizers: null } })
    await eventually(async () => expect(await look(name)).toMatchObject({ holding: [], finalizers: [] }))
    await cluster.admin.patch(NAMESPACES, name, 'merge', { metadata: { finalizers: null } })
    await eventually(() =>
      expect(cluster.admin.get(NAMESPACES, name)).rejects.toSatisfy((error) => isStatus(error, 'NotFound')),
    )
  })
  test('keeps conditions and finalizers of others', async () => {
    const name = 'shared'
    await cluster.admin.create(NAMESPACES, { metadata: { name }, spec: { finalizers: ['example.com/own'] } })
    const status = { conditions: [{ type: 'example.com/Seen', status: 'True', reason: 'Seen', message: '' }] }
    await cluster.admin.patch(NAMESPACES, name, 'merge', { status }, { subresource: 'status' })
    await cluster.admin.delete(NAMESPACES, name)
    await eventually(async () => expect((await look(name)).finalizers).toEqual(['example.com/own']))
    expect((await look(name)).types).toEqual([
      'example.com/Seen',
      'NamespaceDeletionDiscoveryFailure',
      'NamespaceDeletionGroupVersionParsingFailure',
      'NamespaceDeletionContentFailure',
      'NamespaceContentRemaining',
      'NamespaceFinalizersRemaining',
    ])
  })
})

describe.each([
  ['1.30', false],
  ['1.33', true],
])('at %s with a pod that stays', (release, ordered) => {
  test(`other objects ${ordered ? 'wait for it' : 'do not wait'}`, async () => {
    const own = await startCluster([`--release=${release}`])
    const name = 'emptied'
    const inside = (resource: string) => ({ group: '', version: 'v1', resource, namespace: name })
    await createNamespace(own, name)
    const pod = { metadata: { name: 'p', finalizers: ['example.com/hold'] } }
    await own.admin.create(inside('pods'), { ...pod, spec: { containers: [{ name: 'c', image: 'i' }] } })
    await own.admin.create(inside('configmaps'), { metadata: { name: 'm' } })
    await own.admin.delete(NAMESPACES, name)
    const held = async () => (await own.admin.get(inside('pods'), 'p')).metadata
    await eventually(async () => expect((await held()).deletionTimestamp).toBeDefined())
    const isThere = () => own.store.get(`/core/configmaps/${name}/m`) !== undefined
    if (!ordered) await eventually(async () => expect(isThere()).toBe(false))
    else {
      expect(isThere()).toBe(true)
      await own.admin.patch(inside('pods'), 'p', 'merge', { metadata: { finalizers: null } })
    }
    await eventually(async () => expect(isThere()).toBe(false))
    await own.stop()
  })
})

test('a terminating namespace keeps its content for the time that it is given', async () => {
  const { api, clock, start } = world()
  const namespaceController = CONTROLLERS.find(({ name }) => name === 'namespace')
  if (!namespaceController) throw new Error('there is no such controller')
  const deletionTimestamp = timestamp(clock.now())
  api.put('namespaces', { metadata: { name: 'a', deletionTimestamp }, spec: { finalizers: ['orch'] } })
  await start(namespaceController, { namespaceDelayMs: 5_000 })
  await clock.advance(4_999)
  await api.settled()
  expect(api.writes).toEqual([])
  await clock.advance(1)
  await api.settled()
  expect(api.writes.length).toBeGreaterThan(0)
})
