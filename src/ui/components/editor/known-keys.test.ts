import { expect, it } from 'vitest'
import { keysIn } from './known-keys'

it('names the keys of objects, most frequent first', () => {
  const keys = keysIn([
    { metadata: { labels: { b: '1', app: 'x' } } },
    { metadata: { labels: { app: 'y', a: '1' }, annotations: { note: 'z' } } },
    { metadata: {} },
  ])
  expect(keys['labels']).toEqual(['app', 'a', 'b'])
  expect(keys['matchLabels']).toBe(keys['labels'])
  expect(keys['annotations']).toEqual(['note'])
})
