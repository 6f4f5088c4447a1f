import { expect, it } from 'vitest'
import { textAt } from './expression-at'

const EXPRESSION = ['spec', 'validations', 0, 'expression']
const policy = (value: string): string => `kind: Policy\nspec:\n  validations:\n    - expression: ${value}\n`

it.each([
  ['object.sp|', 'object.sp', EXPRESSION],
  ['object.|', 'object.', EXPRESSION],
  ['|', '', EXPRESSION],
  ['obj|ect.spec', 'obj', EXPRESSION],
  ['object.spec == |', 'object.spec == ', EXPRESSION],
  ['"object.k == \\"a|', 'object.k == "a', EXPRESSION],
  ['"object.sp|ec"', 'object.sp', EXPRESSION],
  ["'object.k == ''a''.|", "object.k == 'a'.", EXPRESSION],
  ["'object.|'", 'object.', EXPRESSION],
  ['|-\n        has(object.a)\n        && object.|', '        has(object.a)\n        && object.', EXPRESSION],
  ['>-\n        object.|\n      message: m', '        object.', EXPRESSION],
  ['x\n      message: he|llo', 'he', ['spec', 'validations', 0, 'message']],
  ['object.|\n      message: m', 'object.', EXPRESSION],
])('%s', (marked, before, path) => {
  const text = policy(marked)
  const offset = text.indexOf('|', text.indexOf('expression') + (/: [|>]-/.test(text) ? 17 : 0))
  const found = textAt(text.slice(0, offset) + text.slice(offset + 1), offset)
  expect(found?.before).toBe(before)
  expect(found?.path).toEqual(path)
})

it.each([['ki|nd: x'], ['"a"| '], ["'a'|"], ['- a\n|'], ['a: b\n|'], ['|'], ['a: [|']])('no text at %s', (marked) => {
  const offset = marked.indexOf('|')
  const before = textAt(marked.slice(0, offset) + marked.slice(offset + 1), offset)?.before
  expect(before ?? '').toBe('')
})

it('reads the document at the cursor, even if it is incomplete', () => {
  const text = 'kind: A\n---\nkind: B\nspec:\n  validations:\n  - expression: object.\n  bad: "'
  expect(textAt(text, text.indexOf('object.') + 7)).toMatchObject({ object: { kind: 'B' }, before: 'object.' })
})
