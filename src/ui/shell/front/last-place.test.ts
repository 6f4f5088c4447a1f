import { describe, expect, it } from 'vitest'
import { readLastPlace } from './last-place'

describe('the place where somebody left off', () => {
  it.each<[string | null, string | undefined]>([
    [null, undefined],
    ['/', undefined],
    ['/nowhere', undefined],
    ['/explore', 'Explore'],
    ['/access/why', 'Access: why'],
    ['/explore/core/v1/pods/default/a%2Fb', 'Explore: core / v1 / pods / default / a/b'],
  ])('%s is called %s', (path, title) => expect(readLastPlace({ getItem: () => path })?.title).toBe(title))
})
