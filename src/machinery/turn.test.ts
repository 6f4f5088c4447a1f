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
