import { expect, it } from 'vitest'
import { flag, helpOf } from './flag-definition'

it('a row has what it is given beside name, type and help', () =>
  expect(flag('tables', 'integer', 'How many tables.', { default: '3' })).toEqual({
    name: 'tables',
    type: 'integer',
    help: 'How many tables.',
    default: '3',
  }))

it.each([
  [undefined, 'How many tables.'],
  ['nobody sits', 'How many tables. No effect here: nobody sits.'],
])('the help of a flag that is inert since %s', (inert, text) =>
  expect(helpOf(flag('tables', 'integer', 'How many tables.', inert === undefined ? {} : { inert }))).toBe(text),
)
