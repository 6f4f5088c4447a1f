import { expect, it } from 'vitest'
import { commonFields } from './common-fields'
import { fromFieldsV1 } from './fields-v1'

const record = (name: string) => ({ 'f:metadata': { 'f:labels': { [`f:${name}`]: {} } } })

it('gives one object for all records that say the same', () => {
  const first = commonFields(record('a'))
  expect(commonFields(record('a'))).toBe(first)
  expect(commonFields(record('b'))).toEqual(record('b'))
  expect(first).toEqual(record('a'))
})

it('says of records in another order what they say', () => {
  const forth = commonFields({ 'f:x': {}, 'f:y': {} })
  const back = commonFields({ 'f:y': {}, 'f:x': {} })
  expect(JSON.stringify(forth)).toBe('{"f:x":{},"f:y":{}}')
  expect(JSON.stringify(back)).toBe('{"f:y":{},"f:x":{}}')
})

it('gives one object for the parts that are the same in two records', () => {
  const pod = (ip: string) => ({
    'f:status': { 'f:phase': {}, 'f:conditions': { 'f:x': {} }, [`k:{"ip":"${ip}"}`]: {} },
  })
  const [one, other] = [commonFields(pod('1')), commonFields(pod('2'))]
  expect(other).toEqual(pod('2'))
  expect(other['f:status']).not.toBe(one['f:status'])
  expect(other['f:status']['f:conditions']).toBe(one['f:status']['f:conditions'])
  expect(fromFieldsV1(other).below('f:status').below('f:conditions')).toBe(
    fromFieldsV1(one).below('f:status').below('f:conditions'),
  )
})

it('keeps a limited number of entries', () => {
  const first = commonFields(record('first'))
  const long = 'x'.repeat(500_000)
  for (let i = 0; i < 12; i++) commonFields(record(`${long}${i}`))
  expect(commonFields(record('first'))).not.toBe(first)
})
