import { expect, it } from 'vitest'
import { TypeBindings } from './type-bindings'
import { BOOL, INT, STRING } from './types'

it('goes back to a point, past names that were set, set twice and set for the first time', () => {
  const bindings = new TypeBindings()
  bindings.set('a', INT)
  const mark = bindings.mark()
  bindings.set('a', BOOL)
  bindings.set('b', INT)
  bindings.set('b', STRING)
  expect([...bindings]).toEqual([
    ['a', BOOL],
    ['b', STRING],
  ])
  bindings.rollback(mark)
  expect([...bindings]).toEqual([['a', INT]])
  bindings.rollback(bindings.mark())
  expect([...bindings]).toEqual([['a', INT]])
})
