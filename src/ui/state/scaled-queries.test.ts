import { expect, test } from 'vitest'
import { scaledCondition } from './scaled-queries'

test.each([
  ['(width < 40rem)', '(width < 50rem)'],
  ['(40rem <= width < 80rem)', '(50rem <= width < 100rem)'],
  ['(min-width: 48em)', '(min-width: 60em)'],
  ['(height < 40.5rem) or (width < 48rem)', '(height < 50.625rem) or (width < 60rem)'],
  ['(max-width: 900px)', '(max-width: 900px)'],
  ['print', 'print'],
  ['(prefers-reduced-motion: reduce)', '(prefers-reduced-motion: reduce)'],
])('%s at 125 %%', (condition, scaled) => {
  expect(scaledCondition(condition, 1.25)).toBe(scaled)
  expect(scaledCondition(condition, 1)).toBe(condition)
})
