import { expect, it } from 'vitest'
import { compareYamlKeys } from './yaml-order'

// As the known client prints the keys of a config map.
it.each([
  '_x 9 10 A Z a-b a.b a2 a2.b a2b a02 a10 ab z0 z00 z1',
  'X1 Xa a11 a100 q1-0 q1.0 q10 q1a2 q1a10 q1b v1 v1.b v10 v1beta1 v2',
  'x x-1 x.1 x_1 x1-a x1.a x1_a x1a x9 x09 x10 x010 z00 z1 z01 z10',
])('sorts keys as the reference does: %s', (text) => {
  const sorted = text.split(' ')
  expect([...sorted].reverse().sort(compareYamlKeys)).toEqual(sorted)
})
