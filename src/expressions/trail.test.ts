import { expect, it } from 'vitest'
import { Trail } from './trail'
import { BOOL, INT, STRING } from './types'

it('goes back to a point, past names that were set, set twice and set for the first time', () => {
  const trail = new Trail()
  trail.set('a', INT)
  const mark = trail.mark()
  trail.set('a', BOOL)
  trail.set('b', INT)
  trail.set('b', STRING)
  expect([...trail]).toEqual([
    ['a', BOOL],
    ['b', STRING],
  ])
  trail.back(mark)
  expect([...trail]).toEqual([['a', INT]])
  trail.back(trail.mark())
  expect([...trail]).toEqual([['a', INT]])
})
