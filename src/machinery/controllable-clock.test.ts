import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { sleep } from './clock'
import type { Clock } from './clock'
import { createControllableClock } from './controllable-clock'
import { nextTurn } from './turn'

/** Enough turns for pending work to end. */
async function turns(): Promise<void> {
  for (let i = 0; i < 10; i++) await nextTurn()
}

/** A base clock moved by hand, so that "running along" can be seen. */
function handClock(): Clock & { move(ms: number): void } {
  let time = 1_000
  let timers: { due: number; run: () => void }[] = []
  return {
    now: () => time,
    steady: () => time,
    setTimer(ms, run) {
      if (ms === 0) {
        queueMicrotask(run)
        return () => undefined
      }
      const timer = { due: time + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    move(ms) {
      time += ms
      const due = timers.filter((timer) => timer.due <= time)
      timers = timers.filter((timer) => timer.due > time)
      for (const timer of due) timer.run()
    },
  }
}

describe('a held clock', () => {
  it('runs along with its base until held, and on from where it was when resumed', () => {
    const base = handClock()
    const clock = createControllableClock(base)
    base.move(50)
    expect(clock.now()).toBe(1_050)
    clock.hold()
    base.move(100)
    expect(clock.state()).toEqual({ mode: 'held', now: 1_050, aheadMs: -100 })
    clock.resume()
    base.move(10)
    expect(clock.now()).toBe(1_060)
  })

  it('keeps timers back while held and runs them in order of their time', async () => {
    const base = handClock()
    const clock = createControllableClock(base)
    const ran: string[] = []
    clock.setTimer(30, () => ran.push(`late ${clock.now()}`))
    clock.setTimer(10, () => ran.push(`early ${clock.now()}`))
    clock.setTimer(20, () => ran.push('never'))()
    clock.hold()
    base.move(1_000)
    expect(ran).toEqual([])
    await clock.step(29)
    expect(ran).toEqual(['early 1010'])
    await clock.step(1)
    expect(ran).toEqual(['early 1010', 'late 1030'])
  })

  it('steps while running and stays ahead', async () => {
    const base = handClock()
    const clock = createControllableClock(base)
    const ran: number[] = []
    clock.setTimer(60_000, () => ran.push(clock.now()))
    await clock.step(3_600_000)
    expect(ran).toEqual([61_000])
    expect(clock.state()).toEqual({ mode: 'running', now: 3_601_000, aheadMs: 3_600_000 })
    clock.setTimer(5, () => ran.push(clock.now()))
    base.move(5)
    expect(ran).toEqual([61_000, 3_601_005])
  })

  it('gives what timers start a turn before the next one', async () => {
    const clock = createFakeClock(0)
    const times: number[] = []
    const loop = async () => {
      for (let round = 0; round < 5; round++) {
        await sleep(clock, 10)
        times.push(clock.now())
      }
    }
    const done = loop()
    await clock.advance(100)
    await done
    expect(times).toEqual([10, 20, 30, 40, 50])
    expect(clock.now()).toBe(100)
  })

  it('notifies listeners of changes', async () => {
    const clock = createFakeClock(0)
    const seen: string[] = []
    const stop = clock.onChange(({ mode, now }) => seen.push(`${mode} ${now}`))
    await clock.step(5)
    clock.resume()
    stop()
    clock.hold()
    expect(seen).toEqual(['held 5', 'running 5'])
  })
})

describe('a fast clock', () => {
  it('jumps by the given seconds, and then continues at its own rate', () => {
    const base = handClock()
    const clock = createControllableClock(base)
    clock.speed(10)
    base.move(50)
    expect(clock.now()).toBe(1_500)
    expect(clock.state().rate).toBe(10)
    clock.speed(1)
    base.move(50)
    expect(clock.now()).toBe(1_550)
    expect(clock.state().rate).toBeUndefined()
  })

  it('never passes a timer before that has run and what it started is done', async () => {
    const base = handClock()
    const clock = createControllableClock(base)
    const ran: number[] = []
    clock.speed(1000)
    const again = (): void => {
      ran.push(clock.now())
      if (ran.length < 3) clock.setTimer(5_000, again)
    }
    clock.setTimer(5_000, again)
    base.move(500)
    expect(ran).toEqual([6_000])
    expect(clock.now()).toBe(6_000)
    base.move(500)
    expect(clock.now()).toBe(6_000)
    for (const more of [11_000, 16_000]) {
      await turns()
      base.move(5)
      expect(ran.at(-1)).toBe(more)
    }
    expect(ran).toEqual([6_000, 11_000, 16_000])
  })

  it('goes at once through what falls into a millisecond of the clock below', async () => {
    const base = handClock()
    const clock = createControllableClock(base)
    const ran: number[] = []
    clock.speed(1000)
    for (const ms of [5_000, 5_400, 5_900, 9_000]) clock.setTimer(ms, () => ran.push(clock.now()))
    base.move(5)
    for (let i = 0; i < 5; i++) await turns()
    expect(ran).toEqual([6_000, 6_400, 6_900])
  })

  it('keeps its rate while it is held', () => {
    const base = handClock()
    const clock = createControllableClock(base)
    clock.speed(10)
    clock.hold()
    base.move(50)
    expect(clock.now()).toBe(1_000)
    clock.resume()
    base.move(50)
    expect(clock.now()).toBe(1_500)
  })
})

describe('a stepped clock', () => {
  it('does not advance while work of the current moment is running', async () => {
    const clock = createFakeClock(0)
    const seen: string[] = []
    clock.setTimer(10, () => {
      const done = clock.working()
      setTimeout(() => {
        seen.push(`done at ${clock.now()}`)
        done()
      }, 20)
    })
    clock.setTimer(11, () => seen.push('next'))
    await clock.step(20)
    expect(seen).toEqual(['done at 10', 'next'])
  })

  it('does not wait for work that waits for the clock', async () => {
    const clock = createFakeClock(0)
    const done = clock.working()
    let woken = false
    clock.setTimer(10, () => (woken = true))
    await clock.step(20)
    expect(woken).toBe(true)
    done()
  })

  it.each([
    ['as soon as the condition holds', 3, 1_000, { held: true, now: 30 }],
    ['no further than it may', 300, 1_000, { held: false, now: 1_000 }],
  ])('goes %s', async (_, count, most, expected) => {
    const clock = createFakeClock(0)
    let ticks = 0
    const tick = (): void => {
      ticks += 1
      clock.setTimer(10, tick)
    }
    clock.setTimer(10, tick)
    const held = await clock.stepUntil(() => ticks >= count, most)
    expect({ held, now: clock.now() }).toEqual(expected)
  })

  it('resolves when the work of the moment is done, without advancing', async () => {
    const clock = createFakeClock(0)
    const seen: string[] = []
    clock.setTimer(10, () => seen.push('timer'))
    const done = clock.working()
    setTimeout(() => {
      seen.push('work')
      done()
    }, 5)
    await clock.settled()
    expect([seen, clock.now()]).toEqual([['work'], 0])
  })

  it('is held at another time where one is named', () => {
    const clock = createFakeClock(0)
    clock.hold(5_000)
    expect(clock.now()).toBe(5_000)
  })
})
