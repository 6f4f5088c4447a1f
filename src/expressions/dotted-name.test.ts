import { expect, it } from 'vitest'
import { dottedName } from './dotted-name'
import { parse } from './parser'

it.each([
  ['a', 'a'],
  ['a.b.c', 'a.b.c'],
  ['.a.b', '.a.b'],
  ['a.?b', undefined],
  ['has(a.b)', undefined],
  ['a[0].b', undefined],
  ['f().b', undefined],
])('the name that %s is: %s', (source, name) => expect(dottedName(parse(source))).toBe(name))
