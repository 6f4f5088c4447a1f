import { expect, it } from 'vitest'
import { lessText } from './filters'

it.each([
  ['cpu', 200, '200m less cpu'],
  ['cpu', 1000, '1 core less'],
  ['cpu', 61_050, '61.05 cores less'],
  ['memory', 1.5 * 1024 ** 3, '1.5Gi less memory'],
  ['example.com/card', 2, '2 less example.com/card'],
])('says of %s how much less would fit', (resource, amount, text) => {
  expect(lessText(resource, amount)).toBe(text)
})
