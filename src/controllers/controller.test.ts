import { afterEach, expect, it } from 'vitest'
import { FakeApi } from '../testing/fake-api'
import { createFakeClock } from '../testing/fake-clock'
import { type ControllerWatch, runController } from './controller'
import type { ControllerCache } from './watched-cache'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const pod = (name: string, node: string) => ({ metadata: { namespace: 'default', name }, spec: { nodeName: node } })
const nodeOf = (object: object) => (object as { spec: { nodeName: string } }).spec.nodeName

/** A controller of one key per node; `looks` is when it looked, in milliseconds since its start. */
async function follow(watch: Partial<ControllerWatch>) {
  const clock = createFakeClock()
  const api = new FakeApi(clock)
  const start = clock.now()
  const looks: string[] = []
  let cache: ControllerCache | undefined
  const stop = new AbortController()
  const done = runController({
    name: 'test',
    client: api.client,
    clock,
    signal: stop.signal,
    watches: [{ target: { group: '', version: 'v1', resource: 'pods' }, keys: (object) => [nodeOf(object)], ...watch }],
    reconcile: (key, [pods]) => {
      cache = pods
      looks.push(`${key} ${clock.now() - start}`)
      return Promise.resolve()
    },
  })
  stops.push(async () => {
    stop.abort()
    await done
  })
  await api.settled()
  return { api, clock, looks, pods: () => cache }
}

it('news of a watch that gathers wait for each other, and none is lost', async () => {
  const { api, clock, looks } = await follow({ gatherMs: (key) => (key === 'large' ? 100 : 0) })
  for (const time of [0, 30, 30, 30, 30]) {
    await clock.advance(time)
    api.put('pods', pod('a', 'large'))
    api.put('pods', pod('b', 'small'))
    await api.settled()
  }
  await clock.advance(500)
  expect(looks.filter((look) => look.startsWith('small'))).toEqual([0, 30, 60, 90, 120].map((at) => `small ${at}`))
  expect(looks.filter((look) => look.startsWith('large'))).toEqual(['large 0', 'large 100', 'large 200'])
})

it('an index files each object under its present value only', async () => {
  const { api, pods } = await follow({ index: nodeOf })
  const names = (under: string) =>
    pods()
      ?.filed(under)
      .map(({ metadata }) => metadata.name)
  api.put('pods', pod('a', 'one'))
  api.put('pods', pod('b', 'one'))
  await api.settled()
  expect([names('one'), names('two')]).toEqual([['a', 'b'], []])
  api.put('pods', pod('a', 'two'))
  await api.settled()
  expect([names('one'), names('two')]).toEqual([['b'], ['a']])
})
