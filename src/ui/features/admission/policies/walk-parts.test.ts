import { expect, it } from 'vitest'
import { runBench } from '../../../../api/policies/bench'
import { stretchesOf } from './expression-tree'
import { partAfter, walkedParts } from './walk-parts'

const options = { release: 35, merge: (object: object) => object }
const spec = { validations: [{ expression: 'object.a + 1 == 3' }] }
const [found] = runBench(spec, { operation: 'CREATE', object: { a: 2 } }, options).expressions
const parts = walkedParts(stretchesOf(found?.expression ?? '', found?.parts ?? []))
const texts = parts.map(({ part: { start, end } }) => found?.expression.slice(start, end))

it('lists parts as they are written, the outer first', () => {
  expect(texts).toEqual(['object.a + 1 == 3', 'object.a + 1', 'object.a', 'object', '1', '3'])
})

it.each([
  ['object.a + 1', 'ArrowRight', 'object.a'],
  ['object.a', 'ArrowLeft', 'object.a + 1'],
  ['object', 'ArrowUp', 'object.a'],
  ['1', 'ArrowUp', 'object.a + 1'],
  ['object.a', 'ArrowDown', 'object'],
  ['object', 'ArrowDown', 'object'],
  ['3', 'ArrowRight', '3'],
  ['object.a + 1 == 3', 'ArrowUp', 'object.a + 1 == 3'],
  ['1', 'Home', 'object.a + 1 == 3'],
  ['1', 'End', '3'],
])('from %s, %s leads to %s', (from, key, to) => {
  expect(texts[partAfter(parts, texts.indexOf(from), key) ?? -1]).toBe(to)
})

it('does not change other keys', () => {
  expect(partAfter(parts, 0, 'Tab')).toBeUndefined()
})
