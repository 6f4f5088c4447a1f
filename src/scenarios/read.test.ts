import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readScenario, ScenarioError } from './read'
import { scenarioSchema } from './schema'

const LESSON = readFileSync(new URL('../../scenarios/objects/lost-update.yaml', import.meta.url), 'utf8')

const problemsOf = (source: string): readonly unknown[] => {
  try {
    readScenario(source)
    return []
  } catch (error) {
    if (error instanceof ScenarioError) return error.message.split('\n')
    throw error
  }
}

describe('reading a scenario', () => {
  it.each<[about: string, source: string, problem: string]>([
    ['a text', 'hello', 'line 1, column 1: must be an object, not a string'],
    ['nothing', '', 'must be an object, not nothing'],
    ['no title', 'format: 1\nsummary: s', 'line 1, column 1: has no "title"'],
    ['a newer format', 'format: 2', 'format is 2: this version of Orchard reads format 1. Use a newer one.'],
    [
      'a misspelt member',
      'format: 1\ntitle: t\nsummary: s\nstepz: []',
      'line 4, column 1: stepz is not known here; known are',
    ],
    [
      'a wrong method',
      'format: 1\ntitle: t\nsummary: s\nrequests: [{ send: FETCH /x }]',
      'line 4, column 14: requests[0].send must be a method and a path',
    ],
    [
      'a flag that is none',
      'format: 1\ntitle: t\nsummary: s\nflags: [release]',
      'line 4, column 9: flags[0] must be a flag',
    ],
    [
      'a check of nothing',
      'format: 1\ntitle: t\nsummary: s\nsteps: [{ title: t, text: t, solution: [], check: [{}] }]',
      'steps[0].check[0] must have one of ask, happened',
    ],
    ['broken YAML', 'format: [1', 'line 1, column'],
    ['a member twice', 'format: 1\nformat: 1', 'line 2, column 1: Map keys must be unique'],
    ['a member twice in JSON', '{"format": 1,\n "format": 1}', 'line 2, column 2: Map keys must be unique'],
    ['a wrong value in JSON', '{"format": 1,\n "title": 1, "summary": "s"}', 'line 2, column 2: title must be a text'],
    [
      'a bomb of aliases',
      `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(20)}]\nc: [${'*b,'.repeat(20)}]`,
      'repeats parts of itself too often',
    ],
    ['too much', `format: 1\ntitle: ${'x'.repeat(2 ** 20)}`, 'is larger than 1048576 bytes'],
    ['deep nesting', `${'['.repeat(200_000)}`, ''],
  ])('says what is wrong with %s', (_about, source, problem) => {
    const problems = problemsOf(source)
    expect(problems).not.toEqual([])
    expect(problems[0]).toContain(problem)
  })

  it('reads the same from JSON as from YAML', () => {
    const scenario = readScenario(LESSON)
    expect(readScenario(JSON.stringify(scenario))).toEqual(scenario)
  })

  it('refuses or reads whatever it is given', () => {
    fc.assert(
      fc.property(fc.nat(LESSON.length), fc.nat(60), fc.string(), (at, length, inserted) => {
        problemsOf(LESSON.slice(0, at) + inserted + LESSON.slice(at + length))
      }),
      { numRuns: 1000 },
    )
  })

  it('publishes the schema that it reads by', () => {
    const published: unknown = JSON.parse(
      readFileSync(new URL('../../public/scenario.schema.json', import.meta.url), 'utf8'),
    )
    expect(published).toEqual(JSON.parse(JSON.stringify(scenarioSchema())))
  })
})
