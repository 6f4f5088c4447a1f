import { expect, it } from 'vitest'
import { readableView, showsAll } from './graph-view'

const PHONE = { width: 360, height: 600 }

it('shows a graph that fits completely, also in a wide frame', () => {
  expect(readableView({ x: 0, y: 0, width: 380, height: 600 }, PHONE)).toBeUndefined()
  expect(readableView({ x: 0, y: 0, width: 460, height: 700 }, PHONE)).toBeUndefined()
  expect(readableView({ x: 0, y: 0, width: 4000, height: 4000 }, { width: 900, height: 600 })).toBeUndefined()
  expect(readableView({ x: 0, y: 0, width: 0, height: 0 }, PHONE)).toBeUndefined()
})

it('shows the beginning of a wide graph in a narrow room, large enough to read, and in the middle of the height', () => {
  expect(readableView({ x: -100, y: 20, width: 1200, height: 100 }, PHONE)).toEqual({
    x: 16 + 85,
    y: 48 + (600 - 48 - 85) / 2 - 17,
    zoom: 0.85,
  })
})

it.each([
  ['fits', { x: 10, y: 10, zoom: 1 }, true],
  ['fits at a smaller scale', { x: 0, y: 0, zoom: 0.5 }, true],
  ['goes beyond the left', { x: -1, y: 10, zoom: 1 }, false],
  ['goes beyond the bottom', { x: 10, y: 501, zoom: 1 }, false],
  ['is too large', { x: 0, y: 0, zoom: 4 }, false],
])('knows whether a graph is seen whole: it %s', (_title, view, whole) => {
  expect(showsAll({ x: 0, y: 0, width: 300, height: 100 }, view, PHONE)).toBe(whole)
})
