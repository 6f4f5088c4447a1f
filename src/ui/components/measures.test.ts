import { expect, test } from 'vitest'
import { measures } from './measures'

test('numbers are pixels, texts stay as they are', () => {
  expect(measures({ width: 40, share: '12%', lines: String(3) })).toEqual({
    '--width': '40px',
    '--share': '12%',
    '--lines': '3',
  })
})
