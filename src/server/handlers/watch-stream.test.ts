import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEvents } from '../../client/watch-events'
import { startAdminsCluster, type TestCluster } from '../../testing/cluster'

describe('a slow reader', () => {
  const MAPS = '/api/v1/namespaces/default/configmaps'
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startAdminsCluster('1.25')
  })
  afterAll(() => cluster.stop())

  const write = (name: string, size: number) =>
    cluster.send('POST', MAPS, { metadata: { name }, data: { a: 'x'.repeat(size) } })

  test('closes a reader that is too many bytes behind with an error that tells it to list again', async () => {
    const { body } = await cluster.send('GET', `${MAPS}?watch=1`)
    for (let i = 0; i < 24; i++) await write(`late-${i}`, 900_000)
    const types: string[] = []
    let last: unknown
    for await (const event of readEvents(body as ReadableStream<Uint8Array>)) {
      types.push(event.type)
      last = event.object
    }
    expect(types.filter((type) => type === 'ADDED').length).toBeLessThan(24)
    expect(last).toMatchObject({ kind: 'Status', code: 410, reason: 'Expired' })
  })

  test('sends all that exists to a reader that reads, however much it is', async () => {
    const { body } = await cluster.send('GET', `${MAPS}?watch=1&resourceVersion=0&timeoutSeconds=2`)
    const versions: number[] = []
    for await (const { type, object } of readEvents(body as ReadableStream<Uint8Array>)) {
      expect(type).toBe('ADDED')
      versions.push(Number(object.metadata.resourceVersion))
    }
    expect(versions.length).toBeGreaterThanOrEqual(24)
    expect(versions).toEqual([...versions].sort((a, b) => a - b))
  })
})
