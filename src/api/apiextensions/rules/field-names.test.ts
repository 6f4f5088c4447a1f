import { expect, it } from 'vitest'
import { fieldName, propertyNamed } from './field-names'

const BOTH: readonly (readonly [string, string])[] = [
  ['example.com', 'example__dot__com'],
  ['a.b/c-d', 'a__dot__b__slash__c__dash__d'],
  ['a__b', 'a__underscores__b'],
  ['namespace', '__namespace__'],
  ['while', '__while__'],
]
it.each(BOTH)('%s is named %s, and back', (property, field) => {
  expect(fieldName(property)).toBe(field)
  expect(propertyNamed(field)).toBe(property)
})

it.each([
  ['a.-/__a', 'a__dot____dash____slash____underscores__a'],
  ['a._a', 'a__dot___a'],
  ['a__dot__a', 'a__underscores__dot__underscores__a'],
  ['plain_name', 'plain_name'],
  ['1a', undefined],
  ['a b', undefined],
  ['', undefined],
])('%s is named %s', (property, field) => expect(fieldName(property)).toBe(field))

it.each(['plain', 'a__b', 'a__other__b', 'a__namespace__'])('%s is not an escaped name', (field) =>
  expect(propertyNamed(field)).toBeUndefined(),
)
