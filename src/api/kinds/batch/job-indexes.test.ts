import { expect, it } from 'vitest'
import { countIndexes, readIndexes, sharedIndex, writeIndexes } from './job-indexes'

it.each([
  ['', []],
  ['0', [0]],
  ['0,1', [0, 1]],
  ['0-2', [0, 1, 2]],
  ['0,2-4,7,8', [0, 2, 3, 4, 7, 8]],
])('writes and reads the indexes %s', (text, indexes) => {
  expect(writeIndexes(indexes)).toBe(text)
  expect(readIndexes(text)).toEqual(indexes)
})

it.each<[string, number, string | undefined]>([
  ['', 0, undefined],
  ['0,2-4', 4, undefined],
  ['x', 0, 'cannot convert string to integer for index: "x"'],
  [
    '1-2-3',
    0,
    'the fragment "1-2-3" violates the requirement that an index interval can have at most two parts separated by \'-\'',
  ],
  ['9', 0, 'too large index: "9"'],
  ['3,2', 0, 'non-increasing order, previous: 3, current: 2'],
  ['3-3', 0, 'non-increasing order, previous: 3, current: 3'],
])('counts %s', (text, total, fault) => {
  expect(countIndexes(text, 9)).toEqual({ total, ...(fault !== undefined && { fault }) })
})

it.each([
  ['0-3', '2,5', 2],
  ['0-1', '2', undefined],
  ['', '2', undefined],
])('finds what %s and %s share', (one, other, shared) => expect(sharedIndex(one, other)).toBe(shared))
