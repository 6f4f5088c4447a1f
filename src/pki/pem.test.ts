import { describe, expect, test } from 'vitest'
import { parsePem, toPem } from './pem'

describe('PEM', () => {
  test.each([
    ['a block', toPem('X', Uint8Array.of(1, 2, 3)), [['X', [1, 2, 3]]]],
    [
      'text around and between',
      `before\n${toPem('A', Uint8Array.of(1))}between\n${toPem('B', Uint8Array.of(2))}after`,
      [
        ['A', [1]],
        ['B', [2]],
      ],
    ],
    ['an end of another label', '-----BEGIN A-----\nAQ==\n-----END B-----\n', []],
    ['what is not base64', `-----BEGIN A-----\n*\n-----END A-----\n${toPem('B', Uint8Array.of(2))}`, [['B', [2]]]],
    ['no line break at the end', toPem('A', Uint8Array.of(1)).trimEnd(), [['A', [1]]]],
    ['Windows line ends', toPem('A', Uint8Array.of(1)).replaceAll('\n', '\r\n'), [['A', [1]]]],
  ])('%s', (_, text, blocks) => {
    expect(parsePem(text).map(({ label, der }) => [label, [...der]])).toEqual(blocks)
  })
  test('headers are read', () => {
    expect(parsePem('-----BEGIN A-----\nName: value\n\nAQ==\n-----END A-----\n')[0]?.headers).toEqual({ Name: 'value' })
  })
})
