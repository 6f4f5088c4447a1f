import { expect, it } from 'vitest'
import { readBrackets, readCharacter, readEscaped, readEscapedSet } from './pattern-characters'
import { PatternCursor } from './pattern-cursor'

it.each<[string, number, number]>([
  ['\\n', 10, 2],
  ['\\.', 46, 2],
  ['\\x41b', 65, 4],
  ['\\x{1F600}', 0x1f600, 9],
  ['\\0', 0, 2],
  ['\\1234', 83, 4],
])('%s is one character', (pattern, code, at) => {
  const text = new PatternCursor(pattern)
  expect([readEscaped(text), text.at]).toEqual([code, at])
})

it.each([
  ['\\', 'trailing backslash at end of expression'],
  ['\\q', 'invalid escape sequence: `\\q`'],
  ['\\x{110000}', 'invalid escape sequence: `\\x{110000}`'],
  ['\\1', 'invalid escape sequence: `\\1`'],
])('%s is not a character', (pattern, why) => expect(() => readEscaped(new PatternCursor(pattern))).toThrow(why))

it.each<[string, boolean, number]>([
  ['\\d+', true, 2],
  ['\\pL', true, 3],
  ['\\P{Greek}x', true, 9],
  ['\\n', false, 0],
  ['d', false, 0],
])('%s begins with a class: %s', (pattern, found, at) => {
  const text = new PatternCursor(pattern)
  expect([readEscapedSet(text) !== undefined, text.at]).toEqual([found, at])
})

const matches = (source: string, text: string): string[] => text.match(new RegExp(source, 'gu')) ?? []

it.each<[string, boolean, string]>([
  ['a-c]x', false, 'abc'],
  ['a-c]x', true, 'ABCabc'],
  ['^a-c]x', false, '1-]ABC'],
  ['][:digit:]]x', false, '1]'],
  ['\\d-]x', false, '1-'],
])('[%s, in both cases: %s', (pattern, fold, expected) => {
  const text = new PatternCursor(pattern)
  expect(matches(readBrackets(text, fold), '1-]ABCabc').join('')).toBe(expected)
  expect(text.next).toBe('x')
})

it.each([
  ['[c-a]', 'invalid character class range: `c-a`'],
  ['[[:none:]]', 'invalid character class range: `[:none:]`'],
  ['[a', 'missing closing ]: `[a`'],
])('%s is refused', (pattern, why) => {
  const text = new PatternCursor(pattern)
  text.take('[')
  expect(() => readBrackets(text, false)).toThrow(why)
})

it('the end is not a character', () => expect(() => readCharacter(new PatternCursor(''))).toThrow('missing closing ]'))
