import { expect, test } from 'vitest'
import { goQuoted } from './go-quote'

test.each([
  ['spec.a', '"spec.a"'],
  ['a "b" \\', '"a \\"b\\" \\\\"'],
  ['\u0007\n\u0001\u007f', '"\\a\\n\\x01\\x7f"'],
  ['Grün 😀', '"Grün 😀"'],
  ['\u00a0\u200b\u{e0001}', '"\\u00a0\\u200b\\U000e0001"'],
])('%j is quoted', (text, quoted) => expect(goQuoted(text)).toBe(quoted))
