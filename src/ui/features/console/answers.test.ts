import { expect, it } from 'vitest'
import type { Answer } from '../../queries/send'
import { type Exchange, previousOf, withExchange } from './answers'

let at = 0
const exchange = (path: string, as = 'admin', text = ''): Exchange => ({
  entry: { method: 'GET', path, as, at: ++at },
  answer: { status: 200, statusText: 'OK', headers: [], warnings: [], headMs: 1, text, open: false } satisfies Answer,
})

it('keeps the newest answers, and drops the oldest when their bodies are large', () => {
  const large = 'x'.repeat(9_000_000)
  const [a, b, c] = [exchange('/a', 'admin', large), exchange('/b', 'admin', large), exchange('/c', 'admin', large)]
  expect([a, b, c].reduce<readonly Exchange[]>(withExchange, [])).toEqual([c, b])
  const many = Array.from({ length: 70 }, (_, i) => exchange(`/${i}`))
  expect(many.reduce<readonly Exchange[]>(withExchange, [])).toHaveLength(60)
})

it('compares with the last equal request of any user, otherwise with the previous one', () => {
  const [pods, maps, again, other] = [exchange('/pods'), exchange('/maps'), exchange('/pods', 'bob'), exchange('/x')]
  const newestFirst = [other, again, maps, pods]
  expect(previousOf(newestFirst, again)).toBe(pods)
  expect(previousOf(newestFirst, other)).toBe(again)
  expect(previousOf(newestFirst, pods)).toBeUndefined()
})
