import { describe, expect, it } from 'vitest'
import { parsePattern } from './pattern-parser'
import type { PatternNode } from './pattern-program'

/** A tree as short text: characters as they are, groups in brackets. */
function shown(node: PatternNode): string {
  switch (node.kind) {
    case 'character':
      return String.fromCodePoint(node.code)
    case 'class':
      return node.source
    case 'assertion':
      return `<${node.assertion}>`
    case 'repeat':
      return `${shown(node.node)}{${node.least},${node.most ?? ''}${node.lazy ? ' lazy' : ''}}`
    case 'sequence':
      return node.nodes.map(shown).join('')
    case 'choice':
      return node.nodes.length === 1 ? node.nodes.map(shown).join('') : `(${node.nodes.map(shown).join('|')})`
  }
}

describe('a pattern', () => {
  it.each([
    ['ab|c', '(ab|c)'],
    ['a*?b+', 'a{0, lazy}b{1,}'],
    ['a{2}b{2,}c{2,3}', 'a{2,2}b{2,}c{2,3}'],
    ['a{,2}', 'a{,2}'],
    ['^a$', '<start>a<end>'],
    ['(?m)^a$', '<line-start>a<line-end>'],
    ['(?s:.).', '[^][^\\n]'],
    ['\\Aa\\b', '<start>a<word-edge>'],
    ['\\Qa*b\\E+', 'a*b{1,}'],
    ['(?P<name>a)', 'a'],
  ])('%s is read', (pattern, tree) => expect(shown(parsePattern(pattern))).toBe(tree))

  it.each([
    ['a)', 'unexpected ): `a)`'],
    ['(a', 'missing closing ): `(a`'],
    ['*', 'missing argument to repetition operator: `*`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(?P<n>a)(?P<n>b)', 'invalid named capture: `(?P<n>`'],
    ['('.repeat(1001), 'expression nests too deeply'],
  ])('%s is refused', (pattern, why) => expect(() => parsePattern(pattern)).toThrow(why))
})
