import { expect, test } from 'vitest'
import { wrapText } from './wrap'

test.each<[string, string, string[]]>([
  ['breaks prose', 'one two three four', ['one two', 'three four']],
  ['joins lines of prose', 'one\ntwo', ['one two']],
  ['keeps the indent of lines that have one', 'one:\n - `"a"`\n - `"b"`', ['one:', ' - `"a"`', ' - `"b"`']],
  ['begins a line before and after an indented one', 'one\n two\nthree', ['one', ' two', 'three']],
  ['indents nothing but the first line of what it breaks', ' one two three', [' one two', 'three']],
  ['keeps an empty line after a single line', 'one\n\ntwo', ['one', '', 'two']],
  ['leaves out an empty line at the start', '\none', ['one']],
  ['keeps code as it is', 'one\n    two  three four five', ['one', '    two  three four five']],
])('%s', (_what, text, lines) => expect(wrapText(text, 10)).toEqual(lines))
