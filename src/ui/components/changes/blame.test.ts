import { expect, it } from 'vitest'
import { blamedLines } from './blame'

const blamed = (start: string, ...steps: [by: string, text: string][]): string[] =>
  blamedLines(
    start,
    steps.map(([by, text]) => ({ by, text })),
  ).map(({ type, text, by = '', addedBy }) =>
    `${{ same: ' ', add: '+', del: '-' }[type]}${text} ${addedBy === undefined ? by : `${by} (${addedBy})`}`.trimEnd(),
  )

it.each<[string, string, [string, string][], string[]]>([
  ['nothing without steps', 'a\nb', [], [' a', ' b']],
  [
    'each line by its step',
    'a',
    [
      ['one', 'a\nb'],
      ['two', 'c\na\nb'],
    ],
    ['+c two', ' a', '+b one'],
  ],
  [
    'a line that one step removed',
    'a\nb\nc',
    [
      ['one', 'a\nc'],
      ['two', 'a\nc\nd'],
    ],
    [' a', '-b one', ' c', '+d two'],
  ],
  [
    'a line that one step added and another removed',
    'a',
    [
      ['one', 'a\nb'],
      ['two', 'a'],
    ],
    [' a', '-b two (one)'],
  ],
  [
    'a line changed twice',
    'x: 1',
    [
      ['one', 'x: 2'],
      ['two', 'x: 3'],
    ],
    ['-x: 1 one', '-x: 2 two (one)', '+x: 3 two'],
  ],
  [
    'nothing where a later step restores a line',
    'a\nb',
    [
      ['one', 'a'],
      ['two', 'a\nb'],
    ],
    [' a', ' b'],
  ],
  ['a new object', '', [['one', 'a']], ['+a one']],
])('describes %s', (_, start, steps, is) => {
  expect(blamed(start, ...steps)).toEqual(is)
})
