import { describe, expect, it } from 'vitest'
import { Client } from '../client/client'
import { writeJson } from '../machinery/json-text'
import type { ApiObject } from '../machinery/object'
import { CLUSTER_ADMIN } from '../machinery/user'
import { type TestCluster, startCluster } from '../testing/cluster'
import type { WatchEvent } from '../client/watch-events'
import { Loopback } from './loopback'

const MAPS = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' }
const POLICY = 'apiVersion: audit.orch.io/v1\nkind: Policy\nrules: [{ level: RequestResponse }]\n'

/** A client as controllers have it, and the one of a person. */
function clients({ controlPlane, clock, admin }: TestCluster): { inside: Client; outside: Client } {
  const loopback = new Loopback(clock)
  loopback.connect((request, connection) => controlPlane.fetch(request, connection))
  return { inside: loopback.client('inside', CLUSTER_ADMIN), outside: admin }
}

async function nextOf(events: AsyncGenerator<WatchEvent>): Promise<WatchEvent> {
  const { value } = (await events.next()) as { value: WatchEvent }
  return value
}

describe('parts of the control plane are handed its own objects', () => {
  it.each([
    ['', []],
    [', which audit sees', ['--audit-policy-file=p.yaml']],
  ])('in answers, lists and events%s', async (_title, flags) => {
    const cluster = await startCluster(flags, { files: { 'p.yaml': POLICY } })
    try {
      const { inside, outside } = clients(cluster)
      const created = await inside.create(MAPS, { metadata: { name: 'a' }, data: { key: 'value' } })
      expect(JSON.parse(writeJson(created))).toEqual(await outside.get(MAPS, 'a'))
      expect(await inside.get(MAPS, 'a')).toBe(await inside.get(MAPS, 'a'))
      const { items, metadata } = await inside.list(MAPS)
      expect(items.find((item) => item.metadata.name === 'a')).toBe(await inside.get(MAPS, 'a'))

      const query = { resourceVersion: metadata.resourceVersion }
      const [shared, own] = [inside.watch(MAPS, { query }), outside.watch(MAPS, { query })]
      const told = Promise.all([nextOf(shared), nextOf(own)])
      await outside.patch(MAPS, 'a', 'merge', { data: { key: 'new' } })
      const [sharedEvent, ownEvent] = await told
      expect(sharedEvent).toEqual(ownEvent)
      expect(sharedEvent.type).toBe('MODIFIED')
      expect(sharedEvent.object).toBe(await inside.get(MAPS, 'a'))
      await Promise.all([shared.return(undefined), own.return(undefined)])
    } finally {
      await cluster.stop()
    }
  })

  it('and what they send stays theirs', async () => {
    const cluster = await startCluster()
    try {
      const { inside, outside } = clients(cluster)
      const sent = { metadata: { name: 'a', labels: { l: 'x' }, uid: undefined }, data: { key: 'value' } }
      await inside.create(MAPS, sent)
      expect(sent).toStrictEqual({
        metadata: { name: 'a', labels: { l: 'x' }, uid: undefined },
        data: { key: 'value' },
      })
      const patch = { metadata: { labels: { l: null } }, data: { other: 'x' } }
      await inside.patch(MAPS, 'a', 'merge', patch)
      sent.data.key = 'changed'
      patch.data.other = 'changed'
      const { metadata, data } = await outside.get<ApiObject & { data: object }>(MAPS, 'a')
      expect(data).toEqual({ key: 'value', other: 'x' })
      expect(metadata.labels).toBeUndefined()
      await inside.delete(MAPS, 'a', { body: { preconditions: { uid: metadata.uid } } })
      await expect(outside.get(MAPS, 'a')).rejects.toMatchObject({ code: 404 })
    } finally {
      await cluster.stop()
    }
  })

  it('and refusals, and the end of a watch, as everybody reads them', async () => {
    const cluster = await startCluster()
    try {
      const { inside } = clients(cluster)
      await expect(inside.get(MAPS, 'none')).rejects.toMatchObject({ code: 404, reason: 'NotFound' })
      await expect(inside.watch(MAPS, { query: { resourceVersion: 'x' } }).next()).rejects.toMatchObject({ code: 500 })
    } finally {
      await cluster.stop()
    }
  })
})

describe('what the server writes itself', () => {
  const QUOTAS = { group: '', version: 'v1', resource: 'resourcequotas', namespace: 'default' }
  const managersOf = ({ metadata }: { metadata: { managedFields?: readonly { manager?: string }[] } }) =>
    (metadata.managedFields ?? []).map(({ manager }) => manager)

  it('is known by its name as field manager: objects of the start, and what a quota counts', async () => {
    const cluster = await startCluster()
    try {
      const { admin } = cluster
      const namespace = await admin.get({ group: '', version: 'v1', resource: 'namespaces' }, 'orch-system')
      expect(managersOf(namespace)).toEqual(['orch-apiserver'])
      await admin.create(QUOTAS, { metadata: { name: 'q' }, spec: { hard: { 'count/configmaps': '5' } } })
      await expect.poll(async () => (await admin.get(QUOTAS, 'q'))['status']).toHaveProperty('used')
      await admin.create(MAPS, { metadata: { name: 'counted' } })
      expect(managersOf(await admin.get(QUOTAS, 'q'))).toContain('orch-apiserver')
    } finally {
      await cluster.stop()
    }
  })
})
