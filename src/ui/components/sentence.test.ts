import { expect, test } from 'vitest'
import { asSentence } from './sentence'

test.each([
  ['the browser gives this page no more space', 'The browser gives this page no more space.'],
  ['Already one.', 'Already one.'],
  ['is it?', 'Is it?'],
])('%s', (text, sentence) => {
  expect(asSentence(text)).toBe(sentence)
})
