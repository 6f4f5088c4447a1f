import { expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { Heartbeat } from './heartbeat'
import { HEARTBEAT_MS, MISSED_HEARTBEATS } from './port-protocol'

function world() {
  const clock = createFakeClock()
  const events: string[] = []
  const state = { pending: true }
  const heartbeat = new Heartbeat({
    clock,
    pending: () => state.pending,
    ping: () => events.push('ping'),
    silent: (silent) => events.push(silent ? 'silent' : 'responds'),
    dead: () => events.push('dead'),
  })
  heartbeat.start()
  const beat = async (times: number) => {
    for (let i = 0; i < times; i += 1) await clock.advance(HEARTBEAT_MS)
  }
  return { heartbeat, state, events, beat }
}

it('pings while an answer is pending', async () => {
  const { events, beat, heartbeat } = world()
  for (let i = 0; i < 3; i += 1) {
    await beat(1)
    heartbeat.received()
  }
  expect(events).toEqual(['ping', 'ping', 'ping'])
})

it('stops by itself when nothing is pending, and can start again', async () => {
  const { events, beat, heartbeat, state } = world()
  state.pending = false
  await beat(3)
  expect(events).toEqual([])
  state.pending = true
  heartbeat.start()
  await beat(1)
  expect(events).toEqual(['ping'])
})

it('reports silence after a missed ping, and its end', async () => {
  const { events, beat, heartbeat } = world()
  await beat(2)
  expect(events).toEqual(['ping', 'silent', 'ping'])
  heartbeat.received()
  expect(events.at(-1)).toBe('responds')
})

it('gives up after too many missed pings', async () => {
  const { events, beat } = world()
  await beat(MISSED_HEARTBEATS)
  expect(events).not.toContain('dead')
  await beat(5)
  expect(events.filter((event) => event === 'dead')).toEqual(['dead'])
  expect(events.at(-1)).toBe('dead')
})

it('does not ping once it is stopped', async () => {
  const { events, beat, heartbeat } = world()
  heartbeat.stop()
  await beat(3)
  expect(events).toEqual([])
})
