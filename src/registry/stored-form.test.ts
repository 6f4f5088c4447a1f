import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { startCluster, type TestCluster } from '../testing/cluster'
import type { StoreEvent } from '../store/store'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'default' }
type Stored = ApiObject & Record<'spec' | 'status', Record<string, unknown>>

const makePod = (name: string) =>
  cluster.admin.create(PODS, { metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }] } })
const valueOf = (name: string) => cluster.store.get(`/core/pods/default/${name}`)?.value as Stored
const recordsOf = (pod: Stored) => (pod.metadata.managedFields ?? []).map(({ fieldsV1 }) => fieldsV1)

describe('what the store holds', () => {
  it('has what two versions have in common once', async () => {
    await makePod('a')
    const before = valueOf('a')
    await cluster.admin.patch(PODS, 'a', 'merge', { status: { phase: 'Running' } }, { subresource: 'status' })
    const after = valueOf('a')
    expect(after.status['phase']).toBe('Running')
    expect(before.status['phase']).toBe('Pending')
    expect(after.spec).toBe(before.spec)
    expect(recordsOf(after)[0]).toBe(recordsOf(before)[0])
  })

  it('has a version that is marked for deletion over the one before', async () => {
    await makePod('b')
    const { spec } = valueOf('b')
    const seen: StoreEvent[] = []
    const stop = cluster.store.watch('/core/pods/default/b', cluster.store.revision, (events) => seen.push(...events))
    await cluster.admin.delete(PODS, 'b', { body: { gracePeriodSeconds: 0 } })
    stop()
    expect(seen.map(({ type, entry }) => [type, (entry.value as Stored).spec === spec])).toEqual([
      ['put', true],
      ['delete', true],
    ])
  })

  it('has the records of many objects by one writer once', async () => {
    await makePod('c')
    await makePod('d')
    expect(recordsOf(valueOf('c')).length).toBeGreaterThan(0)
    expect(recordsOf(valueOf('c'))[0]).toBe(recordsOf(valueOf('d'))[0])
    expect(valueOf('c').metadata.uid).not.toBe(valueOf('d').metadata.uid)
  })
})
