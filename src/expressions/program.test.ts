import { describe, expect, it } from 'vitest'
import { Environment } from './environment'
import { CompileError, CostLimitError } from './expression-error'
import { compile } from './program'

const environment = new Environment()
const outcome = (source: string): unknown => {
  try {
    return compile(source, environment).run({ variable: () => undefined }).value
  } catch (error) {
    return error instanceof Error ? error.constructor : error
  }
}
const loops = (depth: number, body: string): string =>
  `${Array.from({ length: depth }, (_, i) => `[1,2,3,4,5,6,7,8,9,10].all(x${i}, `).join('')}${body}${')'.repeat(depth)}`
const twins = (depth: number): string => {
  const pairs = Array.from({ length: depth }, (_, i) => i + 1).map(
    (i) => `cel.bind(a${i}, [a${i - 1}, a${i - 1}], cel.bind(b${i}, [b${i - 1}, b${i - 1}], `,
  )
  return `cel.bind(a0, [1], cel.bind(b0, [1], ${pairs.join('')}a${depth} == b${depth}${')'.repeat(2 * depth + 2)}`
}

describe('hostile expressions end', () => {
  it.each([
    ['deep parentheses', `${'('.repeat(5000)}1${')'.repeat(5000)}`, CompileError],
    ['long sums', `1${'+1'.repeat(900)}`, CompileError],
    ['nested loops', loops(7, 'true'), CostLimitError],
    ['nested loops of errors', loops(6, '1 / 0 > 0'), CostLimitError],
    ['lists that share their parts', twins(24), CostLimitError],
  ])('%s', (_, source, expected) => expect(outcome(source)).toBe(expected))
})

describe('long conditions', () => {
  const terms = (count: number, sign: string): string =>
    Array.from({ length: count }, (_, i) => `${i} + 1 != ${i}`).join(` ${sign} `)
  it.each([
    ['all of many', terms(1500, '&&'), true],
    ['one of many', `${terms(1500, '&& false ||')} && false`, false],
    ['many in parentheses and in a choice', `(${terms(1200, '||')}) ? ${terms(1200, '&&')} : false`, true],
  ])('%s', (_, source, expected) => expect(outcome(source)).toBe(expected))
})
