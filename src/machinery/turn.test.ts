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

it('lets only a few of many continue before others have their turn', async () => {
  const order: string[] = []
  const waiters = Array.from({ length: 100 }, async (_, i) => {
    await nextTurn()
    order.push(String(i))
  })
  const round = (): void => {
    order.push('round')
    if (order.filter((one) => one !== 'round').length < waiters.length) setImmediate(round)
  }
  setImmediate(round)
  await Promise.all(waiters)
  expect(order.filter((one) => one !== 'round')).toEqual(waiters.map((_, i) => String(i)))
  expect(order.filter((one) => one === 'round').length).toBeGreaterThan(10)
})
