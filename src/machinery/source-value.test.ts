import { expect, it } from 'vitest'
import { attachSourceValue, sourceValueOf } from './source-value'

it('passes on the very value that an answer was made of', async () => {
  const value = { kind: 'Pod' }
  const answer = attachSourceValue(new Response('{"kind":"Pod"}'), value)
  expect(sourceValueOf(answer)).toBe(value)
  expect(await answer.json()).toEqual(value)
  expect(sourceValueOf(new Response('{"kind":"Pod"}'))).toBeUndefined()
})
