import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'

const PATH = '/api/v1/namespaces/default/secrets'
const LIST = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan'

interface Line {
  type: string
  object: { metadata: { name?: string; annotations?: Record<string, string> } }
}

/** The first lines of a watch, as `TYPE name`; the bookmark that ends what existed as `END`. */
async function lines(cluster: TestCluster, query: string, count: number): Promise<string[]> {
  const response = await cluster.send('GET', `${PATH}?watch=1&${query}`)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (text.split('\n').length <= count) text += decoder.decode((await reader.read()).value, { stream: true })
  await reader.cancel()
  return text
    .split('\n')
    .slice(0, count)
    .map((line) => JSON.parse(line) as Line)
    .map(({ type, object: { metadata } }) =>
      metadata.annotations?.['orch.io/initial-events-end'] ? `${type} END` : `${type} ${metadata.name}`,
    )
}

describe('a watch that begins with what exists', () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster(['--release=1.35', '--anonymous-auth'])
    for (const name of ['a', 'b']) await cluster.send('POST', PATH, { metadata: { name, labels: { is: name } } })
  })
  afterAll(() => cluster.stop())

  test.each<[string, string, string[]]>([
    ['all of it', '', ['ADDED a', 'ADDED b', 'BOOKMARK END']],
    ['what is selected', '&labelSelector=is%3Db', ['ADDED b', 'BOOKMARK END']],
    ['nothing', '&labelSelector=is%3Dc', ['BOOKMARK END']],
    ['at a version', '&resourceVersion=1', ['ADDED a', 'ADDED b', 'BOOKMARK END']],
  ])('%s', async (_what, query, expected) => {
    const asked = `${LIST}&allowWatchBookmarks=true${query}`
    expect(await lines(cluster, asked, expected.length)).toEqual(expected)
  })

  test('ends before its first event if its time is over already', async () => {
    const response = await cluster.send('GET', `${PATH}?watch=1&timeoutSeconds=-1`)
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('or asks for none of it', async () => {
    const query = 'sendInitialEvents=false&resourceVersionMatch=NotOlderThan'
    const later = lines(cluster, query, 1)
    await expect
      .poll(() => cluster.send('PATCH', `${PATH}/a`, { data: { x: 'eQ==' } }, MERGE).then((r) => r.status))
      .toBe(200)
    expect(await later).toEqual(['MODIFIED a'])
  })
})

const MERGE = { 'content-type': 'application/merge-patch+json' }

test.each<[string, string, string, string]>([
  [
    '1.35',
    'watch=1',
    'sendInitialEvents=true',
    'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
  ],
  [
    '1.35',
    'watch=1',
    'resourceVersionMatch=NotOlderThan',
    'is forbidden for watch unless sendInitialEvents is provided',
  ],
  ['1.35', 'watch=1', 'sendInitialEvents=true&resourceVersionMatch=Exact', 'supported values: \\"NotOlderThan\\"'],
  ['1.35', '', LIST, 'sendInitialEvents is forbidden for list'],
  ['1.33', 'watch=1', LIST, 'forbidden for watch unless the WatchList feature gate is enabled'],
  ['1.25', 'watch=1', LIST, 'resourceVersionMatch is forbidden for watch'],
])('%s refuses %s %s', async (release, kind, query, message) => {
  const cluster = await startCluster([`--release=${release}`, '--anonymous-auth'])
  const answer = await cluster.send('GET', `${PATH}?${kind}&${query}`)
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(message)])
  await cluster.stop()
})
