import { expect, it } from 'vitest'
import type { LifeState } from '../../../machinery/life-engines'
import { delayText, dueText, readStage, stageRows } from './lives-model'
import { EXAMPLE_STAGE } from './lives-text'

it.each([
  [{ delayMs: 0, jitterMs: 0 }, 'at once'],
  [{ delayMs: 1500, jitterMs: 0 }, '1.5 s'],
  [{ delayMs: 1000, jitterMs: 2000 }, '1 to 3 s'],
])('a delay reads as %j', (delay, text) => {
  expect(delayText(delay)).toBe(text)
})

it.each([
  [-500, 'now'],
  [0, 'now'],
  [1200, 'in 2 s'],
  [600_000, 'in 10 min'],
])('a turn that is %d ms away', (ms, text) => {
  expect(dueText({ due: 5000 + ms }, 5000)).toBe(text)
})

it('puts stages of people first, and counts who waits for each', () => {
  const stage = { about: '', conditions: [], weight: 1, delayMs: 0, jitterMs: 0, effects: [] }
  const state: LifeState = {
    stages: [
      { ...stage, name: 'started', kind: 'Pod', own: false },
      { ...stage, name: 'warm', kind: 'Pod', own: true },
      { ...stage, name: 'full', kind: 'Node', own: true },
    ],
    turns: ['a', 'b'].map((name) => ({ kind: 'Pod', name, stage: 'started', due: 0 })),
    waiting: 2,
  }
  expect(stageRows(state, 'Pod').map(({ name, waiting }) => [name, waiting])).toEqual([
    ['warm', 0],
    ['started', 2],
  ])
})

it.each([
  ['the example', EXAMPLE_STAGE, 'Pod'],
  [
    'another kind of object',
    EXAMPLE_STAGE.replace('kind: Stage', 'kind: Step'),
    'This is not a Stage of life.orch.io/v1alpha1.',
  ],
  [
    'a kind that stays as it is',
    EXAMPLE_STAGE.replace('kind: Pod', 'kind: Secret'),
    'spec.resourceRef.kind is not a kind with life-cycle stages.',
  ],
  ['a list', '- 1', 'The text is not an object with metadata.'],
])('reads %s', (_, text, wanted) => {
  const read = readStage(text)
  expect('problem' in read ? read.problem : read.kind).toBe(wanted)
})
