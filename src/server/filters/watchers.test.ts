import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'
import type { RequestTrace } from '../trace'

const PATH = '/api/v1/namespaces/default/configmaps'
let cluster: TestCluster
const traces: RequestTrace[] = []

beforeAll(async () => {
  cluster = await startCluster()
  cluster.controlPlane.onEvent('trace', (trace) => traces.push(trace))
  await cluster.controlPlane.control('observe', { traces: true })
})
afterAll(() => cluster.stop())

async function toldOf(method: string, path: string, body?: unknown): Promise<string | undefined> {
  const response = await cluster.admin.raw(method, path, body, { contentType: body ? 'application/json' : undefined })
  const trace = traces.find(({ id }) => id === response.headers.get('audit-id'))
  return trace?.steps.find(({ stage }) => stage === 'watchers')?.reason
}

test('the last stage of a write shows how many watches were notified', async () => {
  const created = { metadata: { name: 'seen' } }
  expect(await toldOf('POST', `${PATH}?dryRun=All`, created)).toBeUndefined()
  expect(await toldOf('GET', PATH)).toBeUndefined()
  const stop = new AbortController()
  const before = Number(/^\d+/.exec((await toldOf('POST', PATH, { metadata: { name: 'first' } })) ?? '')?.[0] ?? 0)
  const watch = await cluster.admin.raw('GET', `${PATH}?watch=true`, undefined, { signal: stop.signal })
  expect(await toldOf('POST', PATH, created)).toBe(
    `${before + 1} ${before === 0 ? 'watch' : 'watches'} of configmaps told, in the order of revisions`,
  )
  await watch.body?.cancel()
  stop.abort()
  expect(Number(/^\d+/.exec((await toldOf('DELETE', `${PATH}/seen`)) ?? '')?.[0] ?? 0)).toBe(before)
})
