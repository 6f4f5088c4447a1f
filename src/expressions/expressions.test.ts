import { describe, expect, it } from 'vitest'
import { languageOf } from '../api/policies/language'
import { COSTS_WITH_FOLDING, DOCUMENTED_COSTS } from '../testing/documented-examples'
import { HOSTILE_EXPRESSIONS, HOSTILE_VARIABLES } from '../testing/hostile-expressions'
import { Environment } from './environment'
import { CompileError, CostLimitError, EvaluationError } from './expression-error'
import { compile } from './program'
import { STRING } from './types'

const environment = new Environment(languageOf(35))
const run = (source: string) => compile(source, environment).run({ variable: () => undefined })

describe('what calls cost, by the published costs of functions', () => {
  const plain = new Environment({ ...languageOf(35), foldsConstants: false })
  it.each(DOCUMENTED_COSTS)('%s: %i', (source, cost) =>
    expect(compile(source, plain).run({ variable: () => undefined }).cost).toBe(cost),
  )
  it.each(COSTS_WITH_FOLDING)('%s: %i where constants are free', (source, cost) => expect(run(source).cost).toBe(cost))
})

describe('hostile expressions', () => {
  const names = Object.keys(HOSTILE_VARIABLES)
  const variables = Object.fromEntries(names.map((name) => [name, HOSTILE_VARIABLES[name]?.type ?? STRING]))
  const hostile = new Environment({ ...languageOf(35), variables })
  const outcome = (source: string): unknown => {
    try {
      return typeof compile(source, hostile).run({ variable: (name) => HOSTILE_VARIABLES[name]?.value }).value
    } catch (error) {
      return error instanceof Error ? error.constructor : error
    }
  }
  it.each(Object.entries(HOSTILE_EXPRESSIONS))('%s end: %#', (_, source) =>
    expect(['boolean', CostLimitError, CompileError, EvaluationError]).toContain(outcome(source)),
  )

  it.each([
    'loops in loops',
    'maps of maps',
    'literals beside a name',
    'a list that doubles',
    'a text for each of its parts',
    'a text between all items',
    'the same maps compared',
    'a pattern made while it runs',
    'all matches that backtrack',
    'lists that share their parts',
  ])('%s are more than may be done', (name) => expect(outcome(HOSTILE_EXPRESSIONS[name] ?? '')).toBe(CostLimitError))

  it.each<[string, string]>([
    ['a size that is asked for often', 'few.all(a, long.size() > 0)'],
    ['a long text that is compared often', "few.all(a, long != 'a' && long.charAt(7) == 'a')"],
    ['a search for half of a text', "long.indexOf(long.substring(0, 500000) + 'b') < 0"],
    ['literals in a loop', `few.all(a, [${Array.from({ length: 1000 }, () => 1).join()}].size() > 0)`],
  ])('%s is no more than it costs', (_, source) => expect(outcome(source)).toBe('boolean'))

  it.each<[string, string]>([
    ['parentheses', `${'('.repeat(100_000)}1${')'.repeat(100_000)}`],
    ['negations', `${'!'.repeat(100_000)}true`],
    ['lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['choices', `${'true ? 1 : '.repeat(100_000)}1`],
  ])('too many %s are rejected before they run', (_, source) => expect(() => run(source)).toThrow(CompileError))
})
