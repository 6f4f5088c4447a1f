import { expect, it } from 'vitest'
import { openScenario } from '../scenario-world'
import { proofParts, prove } from './prove'
import type { Scenario, Step } from './scenario'

const MAPS = '/api/v1/namespaces/default/configmaps'
const make = (name: string) => ({ send: `POST ${MAPS}`, body: { metadata: { name } } })
const there = (name: string) => ({ ask: `GET ${MAPS}/${name}` })
const step = (name: string, more: Partial<Step> = {}): Step => ({
  title: name,
  text: name,
  check: [there(name)],
  solution: [make(name)],
  ...more,
})
const lesson = (...steps: Step[]): Scenario => ({ format: 1, title: 't', summary: 's', steps })

/** Everything that a lesson fails at. */
async function problems(scenario: Scenario): Promise<string[]> {
  const found: string[] = []
  for (const part of proofParts(scenario))
    for (const { ok, title, problem } of await prove(openScenario, scenario, part))
      if (!ok) found.push(`${title}: ${problem}`)
  return found
}

it('finds nothing wrong with a lesson that works', async () => {
  const wrong = [{ text: 'That is another one.', when: [there('b')], play: [make('b')] }]
  expect(await problems(lesson(step('a', { wrong }), step('c')))).toEqual([])
})

it.each<[string, Scenario, string]>([
  ['no step', lesson(), 'The lesson has steps: It has none.'],
  ['a step that is done at the start', lesson(step('default', { check: [{ ask: 'GET /api/v1' }] })), 'Step 1 is open'],
  ['a solution that does not do it', lesson(step('a', { solution: [make('b')] })), 'The solution does step 1'],
  ['a request that is refused', lesson(step('a', { solution: [make('A b')] })), 'POST /api/v1/namespaces/default'],
  [
    'a step that a later one undoes',
    lesson(step('a'), step('b', { solution: [make('b'), { send: `DELETE ${MAPS}/a` }] })),
    'Step 1 is undone',
  ],
  [
    'a wrong turn that does the step',
    lesson(step('a', { wrong: [{ text: 'No.', when: [there('a')], play: [make('a')] }] })),
    'Wrong turn 1 of step 1 does not do the step',
  ],
  [
    'a wrong turn that is not known',
    lesson(step('a', { wrong: [{ text: 'No.', when: [there('c')], play: [make('b')] }] })),
    'Wrong turn 1 of step 1 is recognised',
  ],
])('finds %s', async (_, scenario, message) => {
  expect((await problems(scenario)).join('\n')).toContain(message)
})
