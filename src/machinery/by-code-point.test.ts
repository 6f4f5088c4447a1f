import { expect, test } from 'vitest'
import { byCodePoint } from './by-code-point'

test.each([
  [
    ['b', 'a', ''],
    ['', 'a', 'b'],
  ],
  [
    ['ab', 'a'],
    ['a', 'ab'],
  ],
  // In UTF-16 the emoji's first unit, 0xd83d, comes before 0xff21.
  [
    ['\u{1f600}', '\uff21', '\ud7ff'],
    ['\ud7ff', '\uff21', '\u{1f600}'],
  ],
])('%j sorts as %j', (texts, sorted) => expect([...texts].sort(byCodePoint)).toEqual(sorted))
