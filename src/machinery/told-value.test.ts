import { expect, it } from 'vitest'
import { tellValue, toldValue } from './told-value'

it('passes on the very value that an answer was made of', async () => {
  const value = { kind: 'Pod' }
  const answer = tellValue(new Response('{"kind":"Pod"}'), value)
  expect(toldValue(answer)).toBe(value)
  expect(await answer.json()).toEqual(value)
  expect(toldValue(new Response('{"kind":"Pod"}'))).toBeUndefined()
})
