import { expect, it } from 'vitest'
import { nextTurn } from './turn'

it('lets the loop of Node go round with every turn, so that connections are read between them', async () => {
  let rounds = 0
  let watching = true
  const round = () => {
    rounds++
    if (watching) setImmediate(round)
  }
  setImmediate(round)
  for (let turn = 0; turn < 50; turn++) await nextTurn()
  watching = false
  expect(rounds).toBeGreaterThanOrEqual(50)
})

it('resolves in the order of asking, after what runs now', async () => {
  const order: string[] = []
  const first = nextTurn().then(() => order.push('first'))
  const second = nextTurn().then(() => order.push('second'))
  order.push('now')
  await Promise.all([first, second])
  expect(order).toEqual(['now', 'first', 'second'])
})

it('gives each of those that wait a turn of the event loop', async () => {
  const order: string[] = []
  const waiter = async (name: string) => {
    await nextTurn()
    order.push(name)
  }
  const waiters = ['a', 'b', 'c'].map(waiter)
  const round = (): void => {
    order.push('round')
    if (order.filter((one) => one !== 'round').length < 3) setImmediate(round)
  }
  setImmediate(round)
  await Promise.all(waiters)
  expect(order.slice(0, 5)).toEqual(['a', 'round', 'b', 'round', 'c'])
})
