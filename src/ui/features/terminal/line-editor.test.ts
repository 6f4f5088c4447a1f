import { expect, test } from 'vitest'
import { keysOf, LineEditor } from './line-editor'

const HISTORY = ['get pods', 'get nodes', 'delete pod web']

/** Typed keys, and the resulting line and cursor (`|`). */
const TYPED: readonly (readonly [name: string, keys: string, line: string])[] = [
  ['text', 'abc', 'abc|'],
  ['left and text', 'ac\u001b[Db', 'ab|c'],
  ['backspace', 'abc\u007f', 'ab|'],
  ['delete', 'abc\u001b[D\u001b[3~', 'ab|'],
  ['start and end', 'abc\u0001x\u0005y', 'xabcy|'],
  ['a word removed', 'get pods\u0017', 'get |'],
  ['everything before removed', 'get pods\u001bb\u0015', '|pods'],
  ['the rest removed', 'get pods\u001bb\u000b', 'get |'],
  ['the line before', '\u001b[A', 'delete pod web|'],
  ['two lines before', '\u001b[A\u001b[A', 'get nodes|'],
  ['back to what was being written', 'x\u001b[A\u001b[B', 'x|'],
  ['a search', '\u0012nod', 'get nodes|'],
  ['an older match', '\u0012get\u0012', 'get pods|'],
  ['a search that is changed', '\u0012nod\u0005 -w', 'get nodes -w|'],
]

test.each(TYPED)('%s', (_name, keys, line) => {
  const editor = new LineEditor(() => HISTORY)
  for (const key of keysOf(keys)) editor.press(key)
  expect(`${editor.text.slice(0, editor.cursor)}|${editor.text.slice(editor.cursor)}`).toBe(line)
})

test('keys that are more than editing', () => {
  const editor = new LineEditor(() => HISTORY)
  expect(['\t', '\r', '\u0003', '\u000c', '\u0004'].map((key) => editor.press(key))).toEqual([
    'complete',
    'run',
    'stop',
    'clear',
    'end',
  ])
})
