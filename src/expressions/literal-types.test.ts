import { expect, it } from 'vitest'
import { canRead, literalType } from './literal-types'
import { BOOL, BYTES, DOUBLE, DURATION, INT, NULL, STRING, TIMESTAMP, type Type, UINT } from './types'
import { parseDuration, parseTimestamp } from './times'
import { Unsigned, type Value } from './values'

it.each<[string, Value | undefined, Type]>([
  ['null', null, NULL],
  ['a whole number', 1n, INT],
  ['a number', 1.5, DOUBLE],
  ['a text', 'a', STRING],
  ['a truth', false, BOOL],
  ['an unsigned number', new Unsigned(1n), UINT],
  ['a time', parseTimestamp('2026-01-01T00:00:00Z'), TIMESTAMP],
  ['a duration', parseDuration('1h'), DURATION],
  ['bytes', new Uint8Array(1), BYTES],
])('%s has its type', (_what, value, type) => expect(literalType(value ?? null)).toBe(type))

it.each([
  ['matches', '^a+$', true],
  ['matches', '(', false],
  ['timestamp', '2026-01-01T00:00:00Z', true],
  ['timestamp', 'tomorrow', false],
  ['duration', '1h30m', true],
  ['duration', 'soon', false],
  ['startsWith', '(', true],
])('%s can read "%s": %s', (name, text, ok) => expect(canRead(name, text)).toBe(ok))
