import { expect, it } from 'vitest'
import { writeJson } from '../machinery/json-text'
import type { ApiObject } from '../machinery/object'
import { FakeApi } from '../testing/fake-api'
import { createFakeClock } from '../testing/fake-clock'
import { sharedListAndWatch, type SharedWatchHandlers } from './shared-watch'

const PODS = { group: '', version: 'v1', resource: 'pods' }

const names = (objects: Iterable<ApiObject>) => Array.from(objects, ({ metadata }) => metadata.name ?? '').join(' ')

it('shows one watch to all who follow the same, and the present state to who comes later', async () => {
  const clock = createFakeClock()
  const api = new FakeApi(clock)
  const stop = new AbortController()
  const seen: Record<string, string[]> = { first: [], second: [] }
  const handlers = (name: string): SharedWatchHandlers => ({
    replaced: (objects) => void seen[name]?.push(`all ${names(objects.values())}`),
    changed: ({ type, object }) => void seen[name]?.push(`${type} ${names([object])}`),
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

it('shares one watch among followers until the last one stops', async () => {
  const clock = createFakeClock()
  const api = new FakeApi(clock)
  const seen: string[] = []
  const follow = (name: string, signal: AbortSignal) =>
    sharedListAndWatch(
      api.client,
      PODS,
      {},
      {
        replaced: (objects) => void seen.push(`${name} all ${names(objects.values())}`),
        changed: ({ type, object }) => void seen.push(`${name} ${type} ${names([object])}`),
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

it('starts no watch for a follower that has already stopped', async () => {
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
  const handlers: SharedWatchHandlers = {
    replaced: (objects) => void seen.push(...objects.values()),
    changed: ({ object }) => void seen.push(object),
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

it('keeps one map for all followers, and says what a change has replaced', async () => {
  const clock = createFakeClock()
  const api = new FakeApi(clock)
  const stop = new AbortController()
  const maps: ReadonlyMap<string, ApiObject>[] = []
  const seen: string[] = []
  const handlers = (): SharedWatchHandlers => ({
    replaced: (objects) => void maps.push(objects),
    changed: ({ type, key, object, previous }) => {
      const shown = maps[0]?.get(key)
      const told = [previous, object, shown].map((one) => (one ? writeJson(one['spec']) : 'none'))
      seen.push(`${type} ${key} ${told.join(' ')}`)
    },
  })
  const follow = () => sharedListAndWatch(api.client, PODS, {}, handlers(), clock, stop.signal)
  const followers = [follow(), follow()]
  await api.settled()
  api.put('pods', { metadata: { namespace: 'n', name: 'a' }, spec: 1 })
  api.put('pods', { metadata: { namespace: 'n', name: 'a' }, spec: 2 })
  api.remove('pods', 'n', 'a')
  await api.settled()
  expect(maps[1]).toBe(maps[0])
  expect(seen.filter((_, at) => at % 2 === 0)).toEqual([
    'ADDED n/a none 1 1',
    'MODIFIED n/a 1 2 2',
    'DELETED n/a 2 2 none',
  ])
  stop.abort()
  await Promise.all(followers)
})
