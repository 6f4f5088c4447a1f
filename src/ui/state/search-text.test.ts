import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-text'

test.each([
  ['?at=1.20', '1.20'],
  ['?at=%221.20%22', '1.20'],
  ['?at={"a":1}', '{"a":1}'],
  ['?at="half', '"half'],
  ['?at=user:bob', 'user:bob'],
])('reads %s', (search, at) => expect(parseSearch(search)).toEqual({ at }))

test.each(['1.20', 'user:bob', '{"a":1}', '"quoted"', '"half', '9007199254740993', 'a b&c=d', '-'])(
  'brings %s back',
  (at) => expect(parseSearch(stringifySearch({ at }))).toEqual({ at }),
)

test('writes a release as one types it', () => expect(stringifySearch({ at: '1.20' })).toBe('?at=1.20'))
