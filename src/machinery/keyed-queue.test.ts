import { expect, test } from 'vitest'
import { KeyedQueue } from './keyed-queue'

test('work of one key waits for what came before, also for what failed; other keys do not wait', async () => {
  const queue = new KeyedQueue()
  const log: string[] = []
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  const first = queue.run('a', async () => {
    await held
    log.push('a1')
    throw new Error('no')
  })
  const second = queue.run('a', () => Promise.resolve(log.push('a2')))
  await queue.run('b', () => Promise.resolve(log.push('b1')))
  expect(log).toEqual(['b1'])
  release()
  await expect(first).rejects.toThrow('no')
  await second
  expect(log).toEqual(['b1', 'a1', 'a2'])
})
