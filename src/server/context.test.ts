import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../testing/cluster'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const manyKeys = (): Record<string, string> =>
  Object.fromEntries(Array.from({ length: 12_000 }, (_, i) => [`key-${i}`, 'value']))

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startAdminsCluster('1.25')
  await cluster.send('POST', CONFIG_MAPS, { metadata: { name: 'large' }, data: manyKeys() })
})
afterAll(() => cluster.stop())

/** How often the loop went round while `work` was done. */
async function roundsDuring(work: () => Promise<unknown>): Promise<number> {
  let rounds = 0
  let watching = true
  const round = () => {
    rounds++
    if (watching) setImmediate(round)
  }
  setImmediate(round)
  await work()
  watching = false
  return rounds
}

test.each<[string, string, unknown, Readonly<Record<string, string>>]>([
  ['POST', CONFIG_MAPS, { metadata: { name: 'other' }, data: manyKeys() }, {}],
  ['PUT', `${CONFIG_MAPS}/large`, { metadata: { name: 'large' }, data: manyKeys() }, {}],
  [
    'PATCH',
    `${CONFIG_MAPS}/large?fieldManager=test&force=true`,
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'large' }, data: manyKeys() },
    { 'content-type': 'application/apply-patch+yaml' },
  ],
  // A small request for a large object costs as much.
  [
    'PATCH',
    `${CONFIG_MAPS}/large`,
    { metadata: { labels: { a: 'b' } } },
    { 'content-type': 'application/merge-patch+json' },
  ],
])('%s %s of a large object yields to other requests between its steps', async (method, path, body, headers) => {
  let status = 0
  const rounds = await roundsDuring(async () => {
    status = (await cluster.send(method, path, body, headers)).status
  })
  expect(status).toBeLessThan(300)
  expect(rounds).toBeGreaterThan(5)
})

test('a large answer in YAML is written in turns with others', async () => {
  let text = ''
  const rounds = await roundsDuring(async () => {
    const answer = await cluster.send('GET', `${CONFIG_MAPS}/large`, undefined, { accept: 'application/yaml' })
    text = await answer.text()
  })
  expect(text).toContain('key-11999: value')
  expect(rounds).toBeGreaterThan(2)
})
