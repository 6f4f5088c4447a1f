import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { showAnswer } from './show-answer'

/** A query whose readings end when the test says so, in any order. */
function slowQuery() {
  const queries = new QueryClient()
  const readings: ((answer: string) => void)[] = []
  const observer = new QueryObserver(queries, {
    queryKey: ['service'],
    queryFn: () => new Promise<string>((resolve) => readings.push(resolve)),
  })
  observer.subscribe(() => undefined)
  return { queries, readings, observer, shown: () => observer.getCurrentResult().data }
}
const turns = async () => {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
}

it.each([
  ['before the change', false],
  ['while the change was under way', true],
])('shows the change, whatever a reading that began %s says later', async (_when, during) => {
  const { queries, readings, observer, shown } = slowQuery()
  readings.shift()?.('old')
  await turns()
  if (!during) void observer.refetch()
  let answer: (value: string) => void = () => undefined
  const shows = showAnswer(queries, ['service'], new Promise<string>((resolve) => (answer = resolve)))
  if (during) void observer.refetch()
  answer('new')
  await shows
  readings.shift()?.('old')
  await turns()
  expect(shown()).toBe('new')
  void observer.refetch()
  readings.shift()?.('newer')
  await turns()
  expect(shown()).toBe('newer')
  queries.clear()
})

it('shows nothing of a change that failed', async () => {
  const { queries, readings, shown } = slowQuery()
  readings.shift()?.('old')
  await turns()
  await expect(showAnswer(queries, ['service'], Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(shown()).toBe('old')
})
