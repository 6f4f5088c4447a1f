import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEvents } from '../../client/watch-events'
import { startCluster, type TestCluster } from '../../testing/cluster'

const MAPS = '/api/v1/namespaces/default/configmaps'
const MERGE = { 'content-type': 'application/merge-patch+json' }

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster(['--anonymous-auth'])
})
afterAll(() => cluster.stop())

const label = (name: string, is: string) =>
  cluster.send('PATCH', `${MAPS}/${name}`, { metadata: { labels: { is } } }, MERGE)

test('a change is to a selection what it does to who belongs to it', async () => {
  const { body } = await cluster.send('GET', `${MAPS}?watch=1&labelSelector=is%3Din&resourceVersion=0`)
  const make = (name: string, is: string) => cluster.send('POST', MAPS, { metadata: { name, labels: { is } } })
  await make('a', 'in')
  await make('b', 'out')
  await label('a', 'in')
  await cluster.send('PATCH', `${MAPS}/a`, { data: { x: 'y' } }, MERGE)
  await label('a', 'out')
  await cluster.send('PATCH', `${MAPS}/a`, { data: { x: 'z' } }, MERGE)
  const left = (await (await cluster.send('GET', `${MAPS}/a`)).json()) as { metadata: { resourceVersion: string } }
  await label('b', 'in')
  await cluster.send('DELETE', `${MAPS}/a`)
  await cluster.send('DELETE', `${MAPS}/b`)
  const seen: string[] = []
  for await (const { type, object } of readEvents(body as ReadableStream<Uint8Array>)) {
    seen.push(`${type} ${object.metadata.name} ${object.metadata.labels?.['is']}`)
    if (type === 'DELETED') expect(object.metadata.resourceVersion).not.toBe(left.metadata.resourceVersion)
    if (seen.length === 5) break
  }
  // Who leaves is shown as it was while it belonged.
  expect(seen).toEqual(['ADDED a in', 'MODIFIED a in', 'DELETED a in', 'ADDED b in', 'DELETED b in'])
})
