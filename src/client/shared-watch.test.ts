import { expect, it } from 'vitest'
import type { ListWatchHandlers } from './list-watch'
import { sharedListAndWatch } from './shared-watch'
import { FakeApi } from '../testing/fake-api'
import { createFakeClock } from '../testing/fake-clock'

const PODS = { group: '', version: 'v1', resource: 'pods' }

it('shows one watch to all who follow the same, and the present state to who comes later', async () => {
  const clock = createFakeClock()
  const api = new FakeApi(clock)
  const stop = new AbortController()
  const seen: Record<string, string[]> = { first: [], second: [] }
  const handlers = (name: string): ListWatchHandlers => ({
    replaced: (items) => void seen[name]?.push(`all ${items.map(({ metadata }) => metadata.name ?? '').join(' ')}`),
    changed: (type, { metadata }) => void seen[name]?.push(`${type} ${metadata.name ?? ''}`),
  })
  api.put('pods', { metadata: { namespace: 'n', name: 'a' } })
  const first = sharedListAndWatch(api.client, PODS, {}, handlers('first'), clock, stop.signal)
  await api.settled()
  api.put('pods', { metadata: { namespace: 'n', name: 'b' } })
  await api.settled()
  const second = sharedListAndWatch(api.client, PODS, {}, handlers('second'), clock, stop.signal)
  api.put('pods', { metadata: { namespace: 'n', name: 'c' } })
  await api.settled()
  expect(seen).toEqual({ first: ['all a', 'ADDED b', 'ADDED c'], second: ['all a b', 'ADDED c'] })
  stop.abort()
  await Promise.all([first, second])
})
