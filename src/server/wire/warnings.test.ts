import { expect, test } from 'vitest'
import { Warnings } from './warnings'

const lengths = (...texts: string[]): number[] => {
  const warnings = new Warnings()
  for (const text of texts) warnings.add(text)
  const headers = new Headers()
  warnings.writeTo(headers)
  const sent = [...(headers.get('warning') ?? '').matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text)
  expect(warnings.size).toBe(sent.length)
  return sent.map((text) => text.length)
}
const numbered = (count: number, length: number): string[] =>
  Array.from({ length: count }, (_, i) => `${i}-`.padEnd(length, 'x'))

test.each<[string, string[], number[]]>([
  ['nothing', [], []],
  ['an empty text', [''], []],
  ['a text twice', ['a', 'a'], [1]],
  ['quotes and backslashes', ['"\\'], [4]],
  ['a text that no header can carry', ['a\nb', 'c'], [1]],
  ['a long text while there is room', ['x'.repeat(300)], [300]],
  ['as many as there is room for', numbered(2, 2048), [2048, 2048]],
  ['long texts, when there is no room for all of them', numbered(20, 300), Array<number>(16).fill(256)],
  ['a flood of short ones', numbered(30, 200), Array<number>(20).fill(200)],
  ['a short one behind those that found no room', [...numbered(30, 200), 'short'], [...Array<number>(20).fill(200), 5]],
])('%s', (_, texts, expected) => {
  expect(lengths(...texts)).toEqual(expected)
})
