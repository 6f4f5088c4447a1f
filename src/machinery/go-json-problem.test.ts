import { expect, test } from 'vitest'
import { goJsonProblem } from './go-json-problem'

test.each([
  ['', 'unexpected end of JSON input'],
  [' {"a":', 'unexpected end of JSON input'],
  ['{"a', 'unexpected end of JSON input'],
  ['x', "invalid character 'x' looking for beginning of value"],
  ['\uFEFF{}', "invalid character 'ï' looking for beginning of value"],
  ['\0', "invalid character '\\x00' looking for beginning of value"],
  ["'a'", "invalid character '\\'' looking for beginning of value"],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
  ['[1 2]', "invalid character '2' after array element"],
  ['[1,]', "invalid character ']' looking for beginning of value"],
  ['{} {}', "invalid character '{' after top-level value"],
  ['"a\nb"', "invalid character '\\n' in string literal"],
  ['"\\x"', "invalid character 'x' in string escape code"],
  ['"\\u12x"', "invalid character 'x' in \\u hexadecimal character escape"],
  ['nil', "invalid character 'i' in literal null (expecting 'u')"],
  ['-x', "invalid character 'x' in numeric literal"],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1ex', "invalid character 'x' in exponent of numeric literal"],
  ['{"a":[1,"\\u00e9\\n",true,null,-0.5e+3,{}]}', ''],
])('%s', (text, problem) => expect(goJsonProblem(text)).toBe(problem))

test.each([
  ['[', ']', 10_000, ''],
  ['[', ']', 10_001, 'exceeded max depth'],
  ['[', '', 1_000_000, 'exceeded max depth'],
  ['{"a":', '}', 10_001, 'exceeded max depth'],
  ['{"a":[', '', 4000, 'unexpected end of JSON input'],
])('levels of %s%s: %i', (opening, closing, levels, problem) => {
  const inner = closing === '' ? '' : '1'
  expect(goJsonProblem(opening.repeat(levels) + inner + closing.repeat(levels))).toBe(problem)
})
