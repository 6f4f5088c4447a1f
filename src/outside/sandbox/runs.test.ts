import { describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually'
import type { Guest, GuestListener } from './guest-run'
import { createRuns } from './runs'

interface FakeGuest {
  readonly listener: GuestListener
  readonly orders: string[]
  stopped: boolean
}

/** Guests that do nothing by themselves, and a clock that is turned by hand. */
function world() {
  const guests: FakeGuest[] = []
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  const start = (listener: GuestListener): Guest => {
    const guest: FakeGuest = { listener, orders: [], stopped: false }
    guests.push(guest)
    return {
      alive: () => !guest.stopped,
      load: () => void guest.orders.push('load'),
      call: (id) => void guest.orders.push(`call ${id}`),
      stop: () => void (guest.stopped = true),
    }
  }
  const sandbox = createRuns({
    start,
    setTimer(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
  })
  const pass = (ms: number): void => {
    now += ms
    for (const { run } of timers.filter(({ at }) => at <= now)) run()
    timers = timers.filter(({ at }) => at > now)
  }
  const run = (source: string, owner = 'a') =>
    sandbox.run({ source: `export default () => ${source}`, name: 'default', input: null, owner, limitMs: 1_000 })
  /** When the guest has been given its call. */
  const called = (index: number) => eventually(() => expect(guests[index]?.orders).toContain('call 1'))
  return { sandbox, guests, pass, run, called }
}

describe('guests', () => {
  it('have their time from when they are ready', async () => {
    const { guests, pass, run, called } = world()
    const outcome = expect(run('1')).rejects.toThrow('longer than 1 seconds')
    await called(0)
    pass(20_000)
    guests[0]?.listener.ready()
    await eventually(() => expect(guests).toHaveLength(2))
    expect(guests[0]?.stopped).toBe(false)
    pass(1_000)
    await outcome
    expect(guests[0]?.stopped).toBe(true)
  })

  it('are prepared before a call, which then waits for nothing', async () => {
    const { sandbox, guests, run, called } = world()
    let prepared = false
    const done = sandbox.prepare({ source: 'export default () => 1', name: 'default', owner: 'a' })
    void done.then(() => (prepared = true))
    await eventually(() => expect(guests[0]?.orders).toEqual(['load']))
    expect(prepared).toBe(false)
    guests[0]?.listener.ready()
    await done
    const answer = run('1')
    await called(0)
    guests[0]?.listener.message({ id: 1, text: '1' })
    expect(await answer).toBe(1)
  })

  it('that never start are given up', async () => {
    const { guests, pass, run, called } = world()
    const outcome = expect(run('1')).rejects.toThrow('did not start')
    await called(0)
    pass(30_000)
    await outcome
    expect(guests[0]?.stopped).toBe(true)
  })

  it('keep a spare one for the next call', async () => {
    const { guests, pass, run, called } = world()
    const first = expect(run('1')).rejects.toThrow('longer')
    await called(0)
    guests[0]?.listener.ready()
    await eventually(() => expect(guests).toHaveLength(2))
    guests[1]?.listener.ready()
    pass(1_000)
    await first
    const second = run('1')
    await called(1)
    guests[1]?.listener.message({ id: 1, text: '7' })
    expect(await second).toBe(7)
  })

  it('are not shared by owners, though their code is the same', async () => {
    const { guests, run, called } = world()
    const [one, other] = [run('1', 'a'), run('1', 'b')]
    await Promise.all([called(0), called(1)])
    for (const guest of guests) guest.listener.message({ id: 1, text: '1' })
    expect(await Promise.all([one, other])).toEqual([1, 1])
  })

  it.each([
    ['an answer to nothing', { id: 99, text: '1' }],
    ['no answer at all', 'x'],
    ['nothing', null],
  ])('are ended by %s, and their callers get an error', async (_what, message) => {
    const { guests, run, called } = world()
    const outcome = expect(run('1')).rejects.toThrow('messages of its own')
    await called(0)
    guests[0]?.listener.message(message)
    await outcome
    expect(guests[0]?.stopped).toBe(true)
  })

  it('that are many are ended when they were not used for long, the busy ones after their answer', async () => {
    const { guests, run, called } = world()
    const busy = run('0')
    await called(0)
    for (let i = 1; i <= 16; i++) {
      const running = run(String(i))
      await called(i)
      guests[i]?.listener.message({ id: 1, text: '1' })
      await running
    }
    expect(guests.map(({ stopped }) => stopped)).toEqual(Array.from({ length: 17 }, () => false))
    guests[0]?.listener.message({ id: 1, text: '2' })
    expect([await busy, guests[0]?.stopped]).toEqual([2, true])
  })
})
