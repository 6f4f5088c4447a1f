import { expect, it } from 'vitest'
import { scalingMessage } from './deployment-set-writer'

it.each([
  [20, undefined, 3, 'Scaled up replica set web-1 to 3'],
  [23, 3, 2, 'Scaled down replica set web-1 to 2'],
  [24, undefined, 3, 'Scaled up replica set web-1 to 3'],
  [30, 1, 3, 'Scaled up replica set web-1 to 3 from 1'],
  [31, 3, 0, 'Scaled down replica set web-1 from 3 to 0'],
  [35, undefined, 3, 'Scaled up replica set web-1 from 0 to 3'],
])('release 1.%i reports scaling %s to %i', (release, before, size, message) => {
  expect(scalingMessage(release, 'web-1', before, size)).toBe(message)
})
