import { expect, it } from 'vitest'
import { matrixSizes } from './matrix-sizes'

it.each([
  ['short names', 8, false, 264],
  ['the longest built-in name', 'validatingadmissionpolicybindings/status'.length, false, 402],
  ['a very long name', 80, false, 420],
  ['a long name on a phone', 80, true, 150],
])('keeps room for names: %s', (_, longest, narrow, first) =>
  expect(matrixSizes(8, longest, 1, narrow).first).toBe(first),
)

it('enlarges all sizes with the text', () => {
  const { row, first } = matrixSizes(8, 8, 1.25, false)
  expect([row, first]).toEqual([32.5, 330])
})
