import { expect, test } from 'vitest'
import { OpenWatches } from './open-watches'

const place = (resource: string, namespace = '', apiGroup = '') => ({ apiGroup, resource, namespace })

test('watches are counted while they are open, by what they look at', () => {
  const watches = new OpenWatches()
  const ends = [place('pods'), place('pods', 'shop'), place('pods', 'other'), place('jobs', '', 'batch')].map((each) =>
    watches.begin(each),
  )
  expect(watches.open).toBe(4)
  expect(watches.following(place('pods', 'shop'))).toBe(2)
  expect(watches.following(place('jobs', 'shop', 'batch'))).toBe(1)
  expect(watches.following(place('jobs', 'shop'))).toBe(0)
  ends[1]?.()
  ends[1]?.()
  expect(watches.open).toBe(3)
  expect(watches.following(place('pods', 'shop'))).toBe(1)
})
