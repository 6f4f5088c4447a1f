import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines, withContext } from './line-diff'

const rebuild = (before: string, after: string) => {
  const lines = diffLines(before, after)
  return {
    before: lines
      .filter((line) => line.type !== 'add')
      .map((line) => line.text)
      .join('\n'),
    after: lines
      .filter((line) => line.type !== 'del')
      .map((line) => line.text)
      .join('\n'),
  }
}

describe('diffLines', () => {
  it('gives both texts back, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(rebuild(before, after)).toEqual({ before, after })
      }),
    )
  })

  it.each([
    ['one changed line', 'a\nb\nc', 'a\nx\nc', ['same a', 'del b', 'add x', 'same c']],
    ['a line more', 'a\nc', 'a\nb\nc', ['same a', 'add b', 'same c']],
    ['a line less', 'a\nb\nc', 'a\nc', ['same a', 'del b', 'same c']],
    ['nothing', 'a', 'a', ['same a']],
    ['a new text', '', 'a\nb', ['add a', 'add b']],
    ['a text that is gone', 'a', '', ['del a']],
  ])('%s', (_, before, after, expected) => {
    expect(diffLines(before, after).map((line) => `${line.type} ${line.text}`)).toEqual(expected)
  })

  it('numbers the lines of each side', () => {
    expect(diffLines('a\nb\nc', 'a\nx\ny\nc').map((line) => line.at)).toEqual([1, 2, 2, 3, 4])
  })
})

describe('withContext', () => {
  it('omits lines far from a change and says how many', () => {
    const before = Array.from({ length: 20 }, (_, i) => `line ${i}`)
    const after = before.with(10, 'changed')
    const blocks = withContext(diffLines(before.join('\n'), after.join('\n')), 2)
    expect(blocks[0]).toEqual({ type: 'gap', count: 8 })
    expect(blocks.at(-1)).toEqual({ type: 'gap', count: 7 })
    expect(blocks).toHaveLength(8)
  })

  it.each([
    [3, ['gap', 'same', 'add']],
    [2, ['same', 'same', 'add']],
    [1, ['same', 'add']],
  ])('never omits only one of %i lines before a change', (lines, expected) => {
    const before = Array.from({ length: lines }, (_, i) => `line ${i}`).join('\n')
    expect(withContext(diffLines(before, `${before}\nnew`), 1).map(({ type }) => type)).toEqual(expected)
  })
})
