import { expect, test } from 'vitest'
import { filled, updateRefusals } from '../../../testing/kinds'
import { flowSchema } from './flow-schema/flow-schema'
import { priorityLevelConfiguration } from './priority-level-configuration/priority-level-configuration'

const flow = (precedence: number) => ({
  matchingPrecedence: precedence,
  priorityLevelConfiguration: { name: 'l' },
})
const level = (assuredConcurrencyShares: number) => ({
  type: 'Limited',
  limited: { assuredConcurrencyShares, limitResponse: { type: 'Reject' } },
})

test.each([
  [flowSchema, 'catch-all', flow(2), flow(3), ['Invalid spec']],
  [flowSchema, 'other', flow(2), flow(3), []],
  [priorityLevelConfiguration, 'catch-all', level(5), level(6), ['Invalid spec']],
  [priorityLevelConfiguration, 'other', level(5), level(6), []],
])('$kind %s changed', (kind, name, before, after, expected) =>
  expect(
    updateRefusals(kind, filled(kind, { metadata: { name }, spec: before }), (draft) => void (draft['spec'] = after)),
  ).toEqual(expected),
)
