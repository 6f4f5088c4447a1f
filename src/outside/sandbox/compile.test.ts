import { describe, expect, it } from 'vitest'
import { withoutHtmlComments } from './compile'

describe('comments in the way of HTML', () => {
  it.each([
    ['"<!-- text -->"', '"<\\x21-- text -->"'],
    ['while (x --> 0)', 'while (x --> 0)'],
    ['a[1] --> 0', 'a[1] --> 0'],
    ['--> 0', '--\\x3e 0'],
    ['x\n  --> 0', 'x\n  --\\x3e 0'],
    ['/* \n */ --> 0', '/* \n */ --\\x3e 0'],
  ])('%j', (source, expected) => expect(withoutHtmlComments(source)).toBe(expected))
})
