import { expect, test } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { NodeImages } from './node-images'

const pod = (image: string, state: object, more: object = {}): ApiObject => ({
  metadata: { name: 'p' },
  spec: { nodeName: 'n' },
  status: { containerStatuses: [{ name: 'c', image, state, ...more }] },
})
const at = (second: number): string => `2024-01-01T00:00:0${second}Z`

test.each<[string, ApiObject[], boolean]>([
  ['no container', [], false],
  ['one that waits', [pod('shop', { waiting: {} })], false],
  ['one that runs since before', [pod('shop', { running: { startedAt: at(1) } })], true],
  ['one that runs since then', [pod('shop', { running: { startedAt: at(2) } })], false],
  ['one of another image', [pod('cart', { running: { startedAt: at(1) } })], false],
  ['one that has ended', [pod('shop', { terminated: { startedAt: at(1) } })], true],
  [
    'one that waits for its restart',
    [pod('shop', { waiting: {} }, { lastState: { terminated: { startedAt: at(1) } } })],
    true,
  ],
  [
    'a later one after an earlier one',
    [pod('shop', { running: { startedAt: at(1) } }), pod('shop', { running: { startedAt: at(5) } })],
    true,
  ],
])('a node that has seen %s', (_, pods, expected) => {
  const images = new NodeImages()
  for (const one of pods) images.see(one)
  expect(images.has('n', 'shop', at(2))).toBe(expected)
  expect(images.has('other', 'shop', at(2))).toBe(false)
  images.forget('n')
  expect(images.has('n', 'shop', at(2))).toBe(false)
})
