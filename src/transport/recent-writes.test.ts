import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { KEPT_MS, RecentWrites } from './recent-writes'

let ids = 0
const source = (generation: string, client = 'page') => ({ client, generation, id: `id ${++ids}` })

function counter() {
  const clock = createFakeClock()
  const writes = new RecentWrites(clock)
  let done = 0
  const write = async (from: ReturnType<typeof source>, content = 'POST a') => {
    const response = await writes.once(from, content, async () => Response.json({ n: ++done }, { status: 201 }))
    return [response.status, ((await response.json()) as { n: number }).n]
  }
  return { clock, writes, write, done: () => done }
}

describe('a write that a service worker passes on', () => {
  it('is done once when the next service worker sends it again, and answered as the first time', async () => {
    const { write, done } = counter()
    expect(await write(source('one'))).toEqual([201, 1])
    expect(await write(source('two'))).toEqual([201, 1])
    expect(await write(source('three'))).toEqual([201, 1])
    expect(done()).toBe(1)
  })

  it('is done once when it comes again while it is under way', async () => {
    const { writes } = counter()
    let finish: (response: Response) => void = () => undefined
    const first = writes.once(source('one'), 'a', () => new Promise((resolve) => (finish = resolve)))
    const second = writes.once(source('two'), 'a', () => Promise.reject(new Error('done twice')))
    finish(new Response('once'))
    expect([await (await first).text(), await (await second).text()]).toEqual(['once', 'once'])
  })

  it.each<[string, (c: ReturnType<typeof counter>) => Promise<unknown>]>([
    [
      'equal writes through one service worker',
      async ({ write }) => {
        const from = [source('one'), source('one')]
        await Promise.all(from.map((each) => write(each)))
      },
    ],
    [
      'an equal write after the answer was confirmed',
      async ({ write, writes }) => {
        const first = source('one')
        await write(first)
        writes.confirm(first.id)
        await write(source('two'))
      },
    ],
    [
      'an equal write of another client',
      async ({ write }) => {
        await write(source('one', 'page'))
        await write(source('two', 'other page'))
      },
    ],
    [
      'another write of the same client',
      async ({ write }) => {
        await write(source('one'))
        await write(source('two'), 'POST b')
      },
    ],
    [
      'an equal write after the second coming',
      async ({ write }) => {
        await write(source('one'))
        await write(source('two'))
        await write(source('two'))
      },
    ],
    [
      'an equal write long after',
      async ({ write, clock }) => {
        await write(source('one'))
        await clock.advance(KEPT_MS + 1)
        await write(source('two'))
      },
    ],
  ])('does %s', async (_what, act) => {
    const world = counter()
    await act(world)
    expect(world.done()).toBe(2)
  })

  it('matches two equal writes with two second comings, each once', async () => {
    const { write, done } = counter()
    await Promise.all([write(source('one')), write(source('one'))])
    const again = await Promise.all([write(source('two')), write(source('two'))])
    expect([done(), again]).toEqual([
      2,
      [
        [201, 1],
        [201, 2],
      ],
    ])
  })

  it('is forgotten when it failed, and after its answer was confirmed', async () => {
    const { writes, write } = counter()
    const failing = writes.once(source('one'), 'a', () => Promise.reject(new Error('aborted')))
    await expect(failing).rejects.toThrow('aborted')
    const last = source('one')
    await write(last)
    expect(writes.size).toBe(1)
    writes.confirm(last.id)
    expect(writes.size).toBe(0)
  })
})
