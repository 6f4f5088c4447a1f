import { expect, test } from 'vitest'
import { firstShown, placeMarks } from './RevisionAxis'

test.each([
  ['nothing happened yet', 159, [], 156],
  ['a few events, after a long history', 193, [187, 188, 193], 184],
  ['a client that fell asleep long ago', 500, [100, 490], 52],
  ['the first revisions', 4, [1, 2, 4], 0],
])('the axis begins a little before the first mark: %s', (_, current, revisions, first) => {
  expect(firstShown(current, revisions)).toBe(first)
})

test('the texts of marks never lie on one another', () => {
  const mark = (label: string, revision: number, x: number) => ({ label, revision, x, colour: 'red' })
  const placed = placeMarks(
    [mark('kept from', 200, 700), mark('second client', 200, 700), mark('snapshot', 194, 40), mark('now', 200, 700)],
    800,
  )
  const lines = placed.map(({ y, right, x }) => `${y} ${right ? 'left of' : 'right of'} ${x}`)
  expect(new Set(lines).size).toBe(4)
  expect(placed.map(({ y }) => y)).toEqual([26, 64, 26, 64])
  expect(placed[0]?.right).toBe(true)
})
