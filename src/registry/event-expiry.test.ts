import { describe, expect, it, onTestFinished } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { createMemoryStore } from '../store/memory'
import { timestamp } from '../machinery/clock'
import { startCluster } from '../testing/cluster'
import { eventually } from '../testing/eventually'
import { expireEvents } from './event-expiry'

const HOUR_MS = 3_600_000
const key = (name: string) => `/core/events/default/${name}`

/** A store with an expiry over it; values tell when they were written, as objects do. */
async function start(present: Record<string, number> = {}, ttlMs = HOUR_MS) {
  const clock = createFakeClock()
  const store = createMemoryStore({ clock })
  const ended = new AbortController()
  const faults: unknown[] = []
  const write = (name: string, written = clock.now()) =>
    store.commit({
      type: 'put',
      key: key(name),
      expect: store.get(key(name))?.revision ?? 0,
      value: {
        metadata: { creationTimestamp: timestamp(0), managedFields: [{ time: timestamp(written) }, { manager: 'x' }] },
      },
    })
  for (const [name, ago] of Object.entries(present)) await write(name, clock.now() - ago)
  const expire = () =>
    expireEvents({ store, clock, ttlMs, signal: ended.signal, report: (error) => faults.push(error) })
  expire()
  const names = () => store.list('/core/events/').entries.map((entry) => entry.key.split('/').at(-1))
  return { clock, store, write, names, ended, faults }
}

describe('events go a while after they were last written', () => {
  it('in the order in which they were written', async () => {
    const { clock, write, names, faults } = await start()
    await write('a')
    await clock.advance(HOUR_MS / 2)
    await write('b')
    await clock.advance(HOUR_MS / 2 - 1)
    expect(names()).toEqual(['a', 'b'])
    await clock.advance(1)
    await eventually(() => expect(names()).toEqual(['b']))
    await clock.advance(HOUR_MS / 2)
    await eventually(() => expect(names()).toEqual([]))
    expect(faults).toEqual([])
  })

  it('again with each write', async () => {
    const { clock, write, names } = await start()
    await write('a')
    await write('b')
    await clock.advance(HOUR_MS - 1)
    await write('a')
    await clock.advance(HOUR_MS - 1)
    await eventually(() => expect(names()).toEqual(['a']))
  })

  it('also those that were there before, by what they say of themselves', async () => {
    const { clock, names } = await start({ old: 2 * HOUR_MS, young: HOUR_MS / 2 })
    await clock.advance(0)
    await eventually(() => expect(names()).toEqual(['young']))
    await clock.advance(HOUR_MS / 2)
    await eventually(() => expect(names()).toEqual([]))
  })

  it('never if the TTL is 0, nor after the server has stopped', async () => {
    const forever = await start({ old: 2 * HOUR_MS }, 0)
    await forever.clock.advance(9 * HOUR_MS)
    expect(forever.names()).toEqual(['old'])
    const stopped = await start({ young: 0 })
    stopped.ended.abort()
    await stopped.clock.advance(9 * HOUR_MS)
    expect(stopped.names()).toEqual(['young'])
  })

  it('and watchers see a deletion', async () => {
    const { clock, store, write } = await start()
    await write('a')
    const seen: string[] = []
    store.watch('/core/events/', store.revision, (events) => seen.push(...events.map(({ type }) => type)))
    await clock.advance(HOUR_MS)
    await eventually(() => expect(seen).toEqual(['delete']))
  })
})

it('the flag says how long', async () => {
  const cluster = await startCluster(['--event-ttl=1s'])
  onTestFinished(() => cluster.stop())
  const events = { group: '', version: 'v1', resource: 'events', namespace: 'default' }
  await cluster.admin.create(events, {
    metadata: { name: 'a' },
    involvedObject: { namespace: 'default', kind: 'Pod', name: 'x' },
  })
  expect((await cluster.admin.list(events)).items).toHaveLength(1)
  await eventually(async () => expect((await cluster.admin.list(events)).items).toEqual([]))
})
