import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock'
import { NoOwner } from '../../transport/owner-link'
import { ConnectionLost } from '../../transport/connection-lost'
import { untilOwner } from './until-owner'

/** Calls that fail as given, one after the other, and then succeed. */
function failing(...errors: readonly Error[]) {
  const world = createFakeClock()
  let calls = 0
  const call = async (): Promise<string> => {
    const error = errors[calls++]
    if (error) throw error
    return 'done'
  }
  const outcome = untilOwner(call, world, 3).catch((error: unknown) => error)
  return { world, outcome, calls: () => calls }
}

describe('untilOwner', () => {
  it('repeats a call if the owner was lost before it answered', async () => {
    const { world, outcome, calls } = failing(new NoOwner('none'), new ConnectionLost('closed'))
    await world.advance(10_000)
    expect([await outcome, calls()]).toEqual(['done', 3])
  })

  it('gives up after the last attempt', async () => {
    const { world, outcome, calls } = failing(...Array.from({ length: 5 }, () => new NoOwner('none')))
    await world.advance(10_000)
    expect([await outcome, calls()]).toEqual([expect.any(NoOwner), 3])
  })

  it('passes any other error on at once', async () => {
    const { outcome, calls } = failing(new Error('a bad flag'))
    expect([await outcome, calls()]).toEqual([new Error('a bad flag'), 1])
  })
})
