import { expect, it } from 'vitest'
import { createNodeSandbox } from '../outside/sandbox/node'
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

const sandbox = createNodeSandbox()

/** Everything that a lesson fails at. */
async function problems(scenario: Scenario): Promise<string[]> {
  const found: string[] = []
  for (const part of proofParts(scenario))
    for (const { ok, title, problem } of await prove((one) => openScenario(one, sandbox), scenario, part))
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
    'a later step that is done at the start',
    lesson(step('a'), step('default', { check: [{ ask: 'GET /api/v1' }] })),
    'No later step is done before step 1: The checks of step 2 hold already.',
  ],
  [
    'a hint that comes to who has done nothing',
    lesson(step('a', { hints: [{ text: 'Look.', when: [{ ask: 'GET /api/v1' }] }] })),
    'No hint appears before step 1: Nothing was done yet, but the learner reads "Look.".',
  ],
  [
    'a wrong turn that is told to who has done only what was asked for before',
    lesson(step('a'), step('b', { wrong: [{ text: 'That is a.', when: [there('a')], play: [make('c')] }] })),
    'No wrong turn is reported before step 2: Nothing was done yet, but the learner reads "That is a.".',
  ],
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

/** A lesson whose ConfigMaps are judged by code; `given` changes how it answers and how it is registered. */
const judged = (code: string, given: { latencyMs?: number; registration?: object; status?: number }): Scenario => ({
  ...lesson({
    ...step('a'),
    check: [{ happened: { verb: 'create', resource: 'configmaps', status: given.status ?? 403 } }],
    solution: [{ ...make('a'), status: given.status ?? 403 }],
  }),
  objects: [
    {
      apiVersion: 'admissionregistration.orch.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'judge' },
      webhooks: [
        {
          name: 'judge.example.com',
          clientConfig: { url: 'https://judge.example.com/' },
          rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          ...given.registration,
        },
      ],
    },
  ],
  webhooks: [
    {
      id: 'judge',
      url: 'https://judge.example.com/',
      code,
      ...(given.latencyMs && { latencyMs: given.latencyMs }),
    },
  ],
})
const REFUSES = 'export default () => ({ allowed: false, status: { code: 403, message: "no" } })'

it.each<[string, Scenario]>([
  ['answers', judged(REFUSES, {})],
  ['answers late', judged(REFUSES, { latencyMs: 3000 })],
  [
    'answers too late',
    judged(REFUSES, { latencyMs: 3000, status: 201, registration: { failurePolicy: 'Ignore', timeoutSeconds: 1 } }),
  ],
  [
    'remembers nothing of another run',
    judged('let asked = 0\nexport default () => ({ allowed: asked++ > 0, status: { code: 403 } })', {}),
  ],
])('plays the code of a webhook that %s', async (_, scenario) => {
  expect(await problems(scenario)).toEqual([])
})

it('gives no answer of webhooks if there is no sandbox for their code', async () => {
  const world = await openScenario(judged(REFUSES, {}))
  const { status } = await world.as(undefined).raw('POST', MAPS, { metadata: { name: 'a' } })
  await world.stop()
  expect(status).toBe(500)
})
