import { describe, expect, it } from 'vitest'
import type { Clock } from '../machinery/clock'
import type { WatchEvent } from './watch-events'
import { follow, type FollowSteps, throwErrorOf } from './follow'
import { StatusError } from './status-error'

/** A clock whose waits end at once; it notes how long they would have been. */
function hastyClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = []
  let now = 0
  return {
    waits,
    now: () => now,
    steady: () => now,
    setTimer: (ms, run) => {
      waits.push(ms)
      now += ms
      queueMicrotask(run)
      return () => undefined
    },
  }
}

/** Runs a follower whose watches do one thing each, until there are none left. */
async function run(watches: readonly (string | Error)[], more: Partial<FollowSteps> = {}, from?: string) {
  const log: string[] = []
  const stop = new AbortController()
  const clock = hastyClock()
  const left = [...watches]
  await follow(
    {
      list: () => {
        log.push('list')
        return Promise.resolve('10')
      },
      watch: (version, seen) => {
        const what = left.shift()
        log.push(`watch ${version}`)
        if (what === undefined) stop.abort()
        else if (what instanceof Error) return Promise.reject(what)
        else seen(what)
        return Promise.resolve()
      },
      ...more,
    },
    { clock, signal: stop.signal, ...(from !== undefined && { version: from }) },
  )
  return { log, waits: clock.waits }
}

const gone = new StatusError(410, 'Expired', 'too old')
const broken = new Error('connection lost')

describe('follow', () => {
  it.each<[string, (string | Error)[], string[], number[]]>([
    ['goes on from the last version', ['12', '15'], ['list', 'watch 10', 'watch 12', 'watch 15'], []],
    ['lists again after 410', ['12', gone], ['list', 'watch 10', 'watch 12', 'list', 'watch 10'], []],
    [
      'waits longer after each failure',
      [broken, broken, '11', broken],
      ['list', 'watch 10', 'watch 10', 'watch 10', 'watch 11', 'watch 11'],
      [200, 400, 200],
    ],
  ])('%s', async (_, watches, log, waits) => expect(await run(watches)).toEqual({ log, waits }))

  it('begins with a watch where it has a version', async () =>
    expect((await run([], {}, '7')).log).toEqual(['watch 7']))

  it.each([
    ['stop', ['list', 'watch 10']],
    ['list', ['list', 'watch 10', 'list', 'watch 10']],
    ['watch', ['list', 'watch 10', 'watch 10']],
  ] as const)('a step may say: %s', async (next, log) =>
    expect(await run([broken], { failed: () => Promise.resolve(next) })).toEqual({ log, waits: [] }),
  )
})

it('throws what an ERROR event carries', () => {
  const event = (type: WatchEvent['type']) => ({ type, object: { metadata: {}, code: 410, reason: 'Expired' } })
  expect(() => throwErrorOf(event('ERROR'))).toThrow(StatusError)
  expect(() => throwErrorOf(event('ADDED'))).not.toThrow()
})
