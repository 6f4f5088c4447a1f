import { expect, test } from 'vitest'
import { OpenWatches } from './open-watches'

const place = (resource: string, namespace = '', apiGroup = '') => ({ apiGroup, resource, namespace })

test('watches are counted while they are open, by what they look at', () => {
  const watches = new OpenWatches(new AbortController().signal)
  const ends = [place('pods'), place('pods', 'shop'), place('pods', 'other'), place('jobs', '', 'batch')].map((each) =>
    watches.begin(each, () => undefined),
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

test('watches that are open end with the server', () => {
  const lifetime = new AbortController()
  const watches = new OpenWatches(lifetime.signal)
  const ended: string[] = []
  const begin = (name: string) => watches.begin(place(name), () => ended.push(name))
  begin('pods')
  begin('jobs')()
  lifetime.abort()
  expect(ended).toEqual(['pods'])
})
