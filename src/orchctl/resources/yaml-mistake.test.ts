import { expect, test } from 'vitest'
import { CommandError } from '../core/errors'
import { parseManifests } from './manifest-objects'

/** Texts with the mistake that the known client finds in them. */
const MISTAKES: readonly (readonly [text: string, mistake: string])[] = [
  ['a: b: c', 'mapping values are not allowed in this context'],
  ['a: b\n  c: d\n', 'line 2: mapping values are not allowed in this context'],
  ['a:\n\tb: c\n', 'line 2: found character that cannot start any token'],
  ['a: @x\n', 'found character that cannot start any token'],
  ['a: [1, 2\n', "line 1: did not find expected ',' or ']'"],
  ['a: "x\n', 'line 2: found unexpected end of stream'],
  ['a: b\nfoo\n', "line 3: could not find expected ':'"],
  ['a: *x\n', "unknown anchor 'x' referenced"],
  ['- a\nb: c\n', "line 1: did not find expected '-' indicator"],
  ['a:\n  b: c\n d: e\n', 'line 2: did not find expected key'],
]

test.each(MISTAKES)('%j: %s', (text, mistake) => {
  expect(() => parseManifests(text, 'x.yaml')).toThrow(
    new CommandError(`error parsing x.yaml: error converting YAML to JSON: yaml: ${mistake}`),
  )
})

test('an apostrophe in a word opens no quote', () => {
  expect(parseManifests("kind: A\nnote: it's fine\nwords: [don't, 'won''t']\n", 'x')).toHaveLength(1)
})
