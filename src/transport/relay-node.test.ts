import { afterEach, describe, expect, it } from 'vitest'
import { refusal, unavailable } from '../server/unavailable'
import { createFakeClock } from '../testing/fake-clock'
import { until } from '../testing/until'
import { type Relay, startRelay } from './relay-node'

let relay: Relay | undefined
afterEach(() => relay?.close())

async function started() {
  const clock = createFakeClock()
  const waits: number[] = []
  relay = await startRelay({
    host: '127.0.0.1',
    port: 0,
    outside: { fetch: () => Promise.reject(new Error('there is no world outside')) },
    folders: [],
    unavailable,
    refuse: refusal,
    onError: (error) => expect.unreachable(String(error)),
    clock: {
      ...clock,
      setTimer: (ms, run) => {
        waits.push(ms)
        return clock.setTimer(ms, run)
      },
    },
  })
  return { own: relay, clock, waits }
}

describe('a relay without a tab', () => {
  it.each([
    ['ten seconds', '/version', 10],
    ['as long as it is asked to', '/api/v1/pods?timeout=2s', 2],
    ['as long as it is asked to, if that is longer', '/api/v1/pods?timeout=30s', 30],
    ['a minute at most', '/api/v1/pods?timeout=1h', 60],
    ['ten seconds for a time that is none', '/api/v1/pods?timeout=soon', 10],
  ])('lets a request wait %s, and then says 503', async (_what, path, seconds) => {
    const { own, clock, waits } = await started()
    const asked = fetch(own.address + path)
    await until(
      () => waits,
      ({ length }) => length > 0,
    )
    expect(waits).toEqual([seconds * 1_000])
    await clock.advance(seconds * 1_000)
    const answer = await asked
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await answer.text()).toContain('no tab is connected to the relay')
  })

  it('goes on waiting for one', async () => {
    const { own, clock } = await started()
    let state = 'waits'
    const waiting = own.connected().then(
      () => (state = 'connected'),
      () => (state = 'closed'),
    )
    await clock.advance(86_400_000)
    expect(state).toBe('waits')
    await own.close()
    await waiting
    expect(state).toBe('closed')
    relay = undefined
  })
})
