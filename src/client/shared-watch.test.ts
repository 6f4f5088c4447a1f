import { expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { FakeApi } from '../testing/fake-api'
import { createFakeClock } from '../testing/fake-clock'
import type { ListWatchHandlers } from './list-watch'
import { sharedListAndWatch } from './shared-watch'

const PODS = { group: '', version: 'v1', resource: 'pods' }

const names = (objects: readonly ApiObject[]) => objects.map(({ metadata }) => metadata.name ?? '').join(' ')

it('shows one watch to all who follow the same, and the present state to who comes later', async () => {
  const clock = createFakeClock()
  const api = new FakeApi(clock)
  const stop = new AbortController()
  const seen: Record<string, string[]> = { first: [], second: [] }
  const handlers = (name: string): ListWatchHandlers => ({
    replaced: (items) => void seen[name]?.push(`all ${names(items)}`),
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

it('shares one watch among followers with signals of their own, until the last of them is gone', async () => {
  const clock = createFakeClock()
  const api = new FakeApi(clock)
  const seen: string[] = []
  const follow = (name: string, signal: AbortSignal) =>
    sharedListAndWatch(
      api.client,
      PODS,
      {},
      {
        replaced: (items) => void seen.push(`${name} all ${names(items)}`),
        changed: (type, object) => void seen.push(`${name} ${type} ${names([object])}`),
      },
      clock,
      signal,
    )
  const [one, two] = [new AbortController(), new AbortController()]
  api.put('pods', { metadata: { namespace: 'n', name: 'a' } })
  const first = follow('one', one.signal)
  const second = follow('two', two.signal)
  await api.settled()
  expect(api.openWatches).toBe(1)
  one.abort()
  await first
  api.put('pods', { metadata: { namespace: 'n', name: 'b' } })
  await api.settled()
  expect(seen).toEqual(['one all a', 'two all a', 'two ADDED b'])
  two.abort()
  await second
  expect(api.openWatches).toBe(0)
  const again = new AbortController()
  const third = follow('three', again.signal)
  await api.settled()
  expect(seen.at(-1)).toBe('three all a b')
  again.abort()
  await third
})

it('begins no watch for a follower who is gone already', async () => {
  const clock = createFakeClock()
  const api = new FakeApi(clock)
  const handlers = { replaced: () => undefined, changed: () => undefined }
  await sharedListAndWatch(api.client, PODS, {}, handlers, clock, AbortSignal.abort())
  await api.settled()
  expect(api.openWatches).toBe(0)
})

it('passes objects on without their managed fields', async () => {
  const clock = createFakeClock()
  const api = new FakeApi(clock)
  const stop = new AbortController()
  const seen: ApiObject[] = []
  const managedFields = [{ manager: 'm', operation: 'Update' as const, apiVersion: 'v1' }]
  api.put('pods', { metadata: { namespace: 'n', name: 'a', managedFields } })
  const handlers: ListWatchHandlers = {
    replaced: (items) => void seen.push(...items),
    changed: (_, object) => void seen.push(object),
  }
  const followed = sharedListAndWatch(api.client, PODS, {}, handlers, clock, stop.signal)
  await api.settled()
  api.put('pods', { metadata: { namespace: 'n', name: 'b', managedFields } })
  await api.settled()
  expect(seen.map(({ metadata }) => [metadata.name, metadata.managedFields])).toEqual([
    ['a', undefined],
    ['b', undefined],
  ])
  stop.abort()
  await followed
})
