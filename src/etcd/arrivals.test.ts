import { describe, expect, it } from 'vitest'
import { History } from '../store/history'
import { InMemoryState } from '../store/in-memory-state'
import { SortedEntries } from '../store/sorted-entries'
import type { StoreEvent } from '../store/store'
import { createFakeClock } from '../testing/fake-clock'
import { Arrivals } from './arrivals'

const KEY = '/core/configmaps/a/b'
const put = (revision: number): StoreEvent => ({
  type: 'put',
  entry: { key: KEY, value: { kind: 'ConfigMap' }, revision, created: revision },
  previous: undefined,
})

function world() {
  const clock = createFakeClock()
  const held = new InMemoryState(SortedEntries.of([]), new History(1), clock)
  return { clock, held, arrivals: new Arrivals(held, clock, 'etcd') }
}

describe('a committed write', () => {
  it('is answered at once if memory has it', async () => {
    const { clock, held, arrivals } = world()
    held.publish([put(2)], clock.now())
    expect(await arrivals.of(2, KEY)).toMatchObject(put(2))
  })

  it('is answered when memory receives it', async () => {
    const { arrivals } = world()
    const arrival = arrivals.of(2, KEY)
    arrivals.arrived(3, put(3))
    arrivals.arrived(2, put(2))
    expect(await arrival).toEqual(put(2))
  })

  it('fails if memory went past it without the change', async () => {
    const { held, arrivals } = world()
    const pending = arrivals.of(2, KEY)
    arrivals.passed(5)
    await expect(pending).rejects.toMatchObject({ code: 'unreachable' })
    held.reach(5)
    await expect(arrivals.of(4, KEY)).rejects.toThrow('memory went past it unseen')
  })

  it('fails if nothing is heard of it in time', async () => {
    const { clock, arrivals } = world()
    const pending = arrivals.of(2, KEY)
    const failure = expect(pending).rejects.toThrow('etcd kept a write and tells of no changes')
    await clock.advance(10_000)
    await failure
  })
})
