import { expect, it } from 'vitest'
import { compilePolicy } from './compile-policy'
import { evaluatePolicy } from './evaluate'
import type { Inputs } from './policy-run'
import type { PolicySpec } from './policy'
import { dynamicValue } from './values'

const NEWEST = 36
const OUT = 'validation failed due to running out of cost budget, no further validation rules will be run'
/** An expression that costs about 860,000. */
const costly = 'range.all(a, range.all(b, a + b >= 0))'

function judged(spec: PolicySpec, given: Record<string, unknown> = {}) {
  const variables = [{ name: 'list', expression: 'object.list' }]
  const whole = { variables, ...spec }
  const values: Record<string, unknown> = { object: { list: Array.from({ length: 350 }, (_, i) => i) }, ...given }
  const inputs: Inputs = (name) => (name in values ? dynamicValue(values[name]) : undefined)
  return evaluatePolicy(compilePolicy(whole, NEWEST), whole.validations ?? [], inputs)
}
const many = (count: number, text: string): string[] => Array.from({ length: count }, () => text)
const loop = costly.replaceAll('range', 'variables.list')
const told = ({ judgements }: ReturnType<typeof judged>): string[] => judgements.map(({ message }) => message)

it('validations of one policy share a budget', () => {
  expect(told(judged({ validations: many(9, loop).map((expression) => ({ expression })) }))).toEqual(many(9, ''))
  expect(told(judged({ validations: many(12, loop).map((expression) => ({ expression })) }))).toEqual([OUT])
})

it('an expression that exceeds its own limit uses up a tenth of it', () => {
  const long = `${loop} && ${loop}`
  const cut = `expression '${long}' resulted in error: operation cancelled: actual cost limit exceeded`
  expect(told(judged({ validations: many(9, long).map((expression) => ({ expression })) }))).toEqual(many(9, cut))
  expect(told(judged({ validations: many(10, long).map((expression) => ({ expression })) }))).toEqual([OUT])
})

it('messages get what validations leave of it, and say so if that is not enough', () => {
  const messageExpression = `${loop} ? 'a' : 'b'`
  const validations = [
    { expression: 'object.list.size() > 500', messageExpression },
    ...many(8, loop).map((expression) => ({ expression, messageExpression })),
  ]
  expect(told(judged({ validations: validations.slice(0, 2) }))).toEqual(['a', ''])
  expect(told(judged({ validations }))).toEqual(many(9, `failed messageExpression: ${OUT}`))
})

it('audit annotations have a budget of their own', () => {
  const validations = many(8, loop).map((expression) => ({ expression }))
  const auditAnnotations = many(8, `${loop} ? 'a' : 'b'`).map((valueExpression, i) => ({
    key: `k${i}`,
    valueExpression,
  }))
  const { judgements, annotations } = judged({ validations, auditAnnotations })
  expect(judgements.every(({ holds }) => holds)).toBe(true)
  expect(annotations).toHaveLength(8)
  const more = [1, 2, 3].flatMap((round) => auditAnnotations.map((one) => ({ ...one, key: `${one.key}-${round}` })))
  expect(told(judged({ validations: [], auditAnnotations: more }))).toEqual([OUT])
})

it('match conditions have a smaller one, and do not see the namespace', () => {
  const condition = (expression: string, i = 0) => ({ name: `c${i}`, expression })
  const list = costly.replaceAll('range', 'object.list')
  const validations = [{ expression: 'true' }]
  expect(judged({ validations, matchConditions: many(2, list).map(condition) }).applies).toBe(true)
  expect(told(judged({ validations, matchConditions: many(3, list).map(condition) }))).toEqual([OUT])
  const matchConditions = [condition('namespaceObject == null')]
  expect(judged({ validations, matchConditions }, { namespaceObject: { metadata: { name: 'a' } } }).applies).toBe(true)
})
