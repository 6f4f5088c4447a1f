import { expect, it } from 'vitest'
import { parseConfigText } from './config-text'
import { DecodeError } from './decode-error'

it.each<[text: string, value: unknown]>([
  ['kind: Policy\nrules:\n- level: None\n', { kind: 'Policy', rules: [{ level: 'None' }] }],
  ['{"kind": "Policy"}', { kind: 'Policy' }],
  ['# nothing\n', null],
  ['a: 1\n---\nb: 2\n', { a: 1 }],
  ['a: &x {b: 1}\nc: *x\n', { a: { b: 1 }, c: { b: 1 } }],
])('%j is %j', (text, value) => {
  expect(parseConfigText(text)).toEqual(value)
})

it.each<[text: string, message: string]>([
  ['a: [', 'the text is not YAML: line 1'],
  ['a:\n  b: 1\n  b: 2\n', 'the key a.b is repeated'],
  ['{"a": 1, "a": 2}', 'the key a is repeated'],
])('%j is refused', (text, message) => {
  expect(() => parseConfigText(text)).toThrow(DecodeError)
  expect(() => parseConfigText(text)).toThrow(message)
})

it('does not quote values', () => {
  expect(() => parseConfigText('token: "hush\n')).toThrow(/^(?!.*hush)/s)
})
