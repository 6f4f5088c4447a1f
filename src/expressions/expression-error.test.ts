import { expect, it } from 'vitest'
import { CompileError, nearest } from './expression-error'

const shown = (source: string, start: number): string =>
  new CompileError(source, [{ message: 'wrong', start, end: start + 1 }]).message

it('shows the line of a mistake and a mark below it', () => {
  expect(shown('ab', 0)).toBe('ERROR: <input>:1:1: wrong\n | ab\n | ^')
  expect(shown('\nab', 0)).toBe('ERROR: <input>:1:1: wrong\n | \n | ^')
  expect(shown('a\nbcd\ne', 3)).toBe('ERROR: <input>:2:2: wrong\n | bcd\n | .^')
  expect(shown('a\nb', 3)).toBe('ERROR: <input>:2:2: wrong\n | b\n | .^')
})

it('does not show a line of many thousand characters again with each of its mistakes', () => {
  expect(shown(`${'a'.repeat(20_000)}\nb`, 7)).toBe('ERROR: <input>:1:8: wrong')
  expect(shown(`${'a'.repeat(20_000)}\nb`, 20_001)).toBe('ERROR: <input>:2:1: wrong\n | b\n | ^')
})

it.each([
  ['replica', 'replicas'],
  ['Repliacs', 'replicas'],
  ['nam', 'name'],
  ['unrelated', undefined],
])('finds what %s is near to', (written, meant) => {
  expect(nearest(written, ['name', 'replicas', 'namespace'])).toBe(meant)
})
