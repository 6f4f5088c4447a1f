import { expect, it } from 'vitest'
import { runBench } from './bench'
import { POLICY_EXAMPLES } from './examples/catalogue'
import { readPolicySpec } from './read-policy'

it.each(POLICY_EXAMPLES.map(({ id, spec }) => [id, spec] as const))('loses nothing of %s', (_, spec) => {
  expect(readPolicySpec(spec)).toEqual(spec)
})

it.each([
  [null, {}],
  ['x', {}],
  [{ validations: null }, {}],
  [{ validations: 'x' }, {}],
  [
    { validations: [null, 'x', { expression: null }, { expression: 1 }] },
    { validations: [{}, {}, {}, { expression: '1' }] },
  ],
  [
    { matchConstraints: { resourceRules: [{ operations: 'CREATE', resources: [1, null] }] } },
    { matchConstraints: { resourceRules: [{ resources: ['1'] }] } },
  ],
  [{ mutations: [{ applyConfiguration: 3 }] }, { mutations: [{}] }],
  [{ unknown: 1 }, {}],
])('reads %j', (spec, expected) => {
  const read = readPolicySpec(spec)
  expect(read).toEqual(expected)
  const options = { release: 35, merge: (object: object) => object }
  expect(() => runBench(read, { operation: 'CREATE' }, options)).not.toThrow()
})
