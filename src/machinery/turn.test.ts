import { expect, it } from 'vitest'
import { nextTurn, oweTurn, turnsAsked, turnsTaken } from './turn'

it('yields to Node’s event loop, so that connections are read between turns', async () => {
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

it('gives each of many that wait a turn of the event loop', async () => {
  const order: string[] = []
  const waiters = ['a', 'b', 'c'].map((name) => nextTurn().then(() => order.push(name)))
  const round = (): void => {
    order.push('round')
    if (order.filter((one) => one !== 'round').length < 3) setImmediate(round)
  }
  setImmediate(round)
  await Promise.all(waiters)
  expect(order.slice(0, 5)).toEqual(['a', 'round', 'b', 'round', 'c'])
})

it('gives those that wait one more turn for each piece of other work', async () => {
  const order: string[] = []
  const waiters = ['a', 'b', 'c', 'd', 'e'].map((name) => nextTurn().then(() => order.push(name)))
  const round = (): void => {
    order.push('round')
    oweTurn()
    oweTurn()
    if (order.filter((one) => one !== 'round').length < 5) setImmediate(round)
  }
  setImmediate(round)
  await Promise.all(waiters)
  expect(order.slice(0, 7)).toEqual(['a', 'round', 'b', 'round', 'c', 'd', 'e'])
})

it('knows when those that asked up to a moment have had their turns and done what follows at once', async () => {
  const order: string[] = []
  const work = async (name: string) => {
    await nextTurn()
    await Promise.resolve()
    order.push(name)
  }
  const works = ['a', 'b'].map(work)
  const count = turnsAsked()
  works.push(work('c'))
  const taken = turnsTaken(count)?.then(() => order.push('taken'))
  expect(taken).toBeDefined()
  await Promise.all([...works, taken])
  expect(order).toEqual(['a', 'b', 'taken', 'c'])
  expect(turnsTaken(count)).toBeUndefined()
})
