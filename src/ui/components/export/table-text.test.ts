import { describe, expect, it } from 'vitest'
import { csvOf, markdownOf } from './table-text'

describe('tables as texts', () => {
  it.each([
    ['plain', 'a,b', '"a,b"'],
    ['quotes', 'say "x"', '"say ""x"""'],
    ['lines', 'a\nb', '"a\nb"'],
    ['a formula', '=1+1', "'=1+1"],
    ['a number below zero', '-1', '-1'],
    ['a command', '-x', "'-x"],
  ])('write %s into CSV', (_title, cell, expected) => {
    expect(csvOf({ columns: ['n'], rows: [[cell]] })).toBe(`n\r\n${expected}\r\n`)
  })

  it('keep the columns of Markdown apart', () => {
    expect(
      markdownOf({
        columns: ['a', 'b'],
        rows: [
          ['x|y', 'one\ntwo'],
          ['<b>', '\\'],
        ],
      }),
    ).toBe('| a | b |\n| --- | --- |\n| x\\|y | one<br>two |\n| &lt;b> | \\\\ |\n')
  })
})
