import { expect, it } from 'vitest'
import { nextTurn } from '../machinery/turn'
import { betweenTurns } from './between-turns'
import type { Connection } from './connection'

const CONNECTION: Connection = { remote: 'test', secure: true }
const request = (method: string) => new Request('http://test/', { method })

/** A queue of long turns, and a server that notes its requests among them. */
function world(turns: number) {
  const order: string[] = []
  const work = (name: string) => nextTurn().then(() => void order.push(name))
  const fetch = betweenTurns(({ method }) => {
    order.push(method)
    return Promise.resolve(new Response())
  })
  const queued = Promise.all(Array.from({ length: turns }, (_, i) => work(String(i))))
  return { order, work, queued, send: (method: string) => fetch(request(method), CONNECTION) }
}

it('answers a read before turns that were asked for earlier', async () => {
  const { order, queued, send } = world(100)
  await send('GET')
  expect(order).toEqual(['GET'])
  await queued
})

it('answers nothing after a write before the turns of that moment, however many wait behind them', async () => {
  const { order, work, queued, send } = world(20)
  await send('POST')
  const later = Promise.all(Array.from({ length: 20 }, (_, i) => work(`later ${i}`)))
  await send('GET')
  expect(order.slice(0, 21)).toEqual(['POST', ...Array.from({ length: 20 }, (_, i) => String(i))])
  expect(order.indexOf('GET')).toBeLessThan(order.length)
  expect(order).not.toContain('later 19')
  await Promise.all([queued, later])
})
