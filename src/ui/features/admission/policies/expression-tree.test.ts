import { expect, it } from 'vitest'
import { runBench } from '../../../../api/policies/bench'
import { type Stretch, stretchesOf } from './expression-tree'

const options = { release: 35, merge: (object: object) => object }
const shown = ({ text, part, inner }: Stretch): string =>
  part ? `[${inner.length > 0 ? inner.map(shown).join('') : text}=${part.value}]` : text

it('nests the parts of an expression with their values', () => {
  const spec = { validations: [{ expression: 'object.a + 1 == 3' }] }
  const { expressions } = runBench(spec, { operation: 'CREATE', object: { a: 2 } }, options)
  const [{ expression, parts } = { expression: '', parts: [] }] = expressions
  expect(stretchesOf(expression, parts).map(shown).join('')).toBe('[[[[object={"a":2}].a=2] + [1=1]=3] == [3=3]=true]')
})

it('shows no value for parts that were not evaluated', () => {
  const spec = { validations: [{ expression: 'true || object.none' }] }
  const { expressions } = runBench(spec, { operation: 'CREATE', object: {} }, options)
  const [{ expression, parts } = { expression: '', parts: [] }] = expressions
  expect(stretchesOf(expression, parts).map(shown).join('')).toBe('[[true=true] || object.none=true]')
})
