import { describe, expect, test } from 'vitest'
import { planeOfPath, planeOfSearch, planePath } from './plane-address'

describe('the plane in an address', () => {
  test.each([
    ['', ''],
    ['?flags=--release=1.20', ''],
    ['?plane=staging', 'staging'],
    ['?flags=x&plane=lesson-2', 'lesson-2'],
    ['?plane=', ''],
    ['?plane=Staging', ''],
    ['?plane=-a', ''],
    ['?plane=a/../b', ''],
    [`?plane=${'a'.repeat(49)}`, ''],
  ])('%s names "%s"', (search, plane) => expect(planeOfSearch(search)).toBe(plane))
})

describe('the plane in a path', () => {
  test.each([
    ['/', '/api/v1/pods', undefined],
    ['/', '/planes/staging/api/v1/pods', 'staging'],
    ['/orchard/', '/orchard/planes/staging/', 'staging'],
    ['/orchard/', '/planes/staging/api', undefined],
    ['/', '/planes/staging', undefined],
    ['/', '/planes/..%2f/api', undefined],
  ])('under %s, %s names %s', (site, path, plane) => expect(planeOfPath(site, path)).toBe(plane))

  test('leads back to itself', () => {
    expect(planePath('/', '')).toBe('/')
    expect(planeOfPath('/x/', `${planePath('/x/', 'staging')}api`)).toBe('staging')
  })
})
