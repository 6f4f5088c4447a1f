import { expect, test } from 'vitest'
import { byText } from './by-text'

test('texts are ordered by their code units', () => {
  expect(['b', 'a', 'B', 'ä', '', '10', '9', 'a'].sort(byText)).toEqual(['', '10', '9', 'B', 'a', 'a', 'b', 'ä'])
})
