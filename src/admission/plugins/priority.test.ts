import { expect, test } from 'vitest'
import { AdmissionStage, podWith } from '../../testing/admission-stage'
import { priority } from './priority'

const CLASSES = 'scheduling.orch.io/priorityclasses'
const high = { metadata: { name: 'high' }, value: 1000, preemptionPolicy: 'Never' }
const normal = { metadata: { name: 'normal' }, value: 7, globalDefault: true, preemptionPolicy: 'PreemptLowerPriority' }
const plain = { priority: 0, preemptionPolicy: 'PreemptLowerPriority' }

test.each<[string, readonly object[], object, unknown]>([
  ['no class and no default', [high], {}, plain],
  ['no class, but a default', [high, normal], {}, { ...plain, priority: 7, priorityClassName: 'normal' }],
  [
    'a class',
    [high, normal],
    { priorityClassName: 'high' },
    { priorityClassName: 'high', priority: 1000, preemptionPolicy: 'Never' },
  ],
  ['a missing class', [high], { priorityClassName: 'low' }, 'no PriorityClass with name low was found'],
  [
    'the right number',
    [high],
    { priorityClassName: 'high', priority: 1000 },
    { priorityClassName: 'high', priority: 1000, preemptionPolicy: 'Never' },
  ],
  ['another number', [high], { priorityClassName: 'high', priority: 999 }, 'integer value of priority (999)'],
  ['a number without a class', [], { priority: 1 }, 'integer value of priority (1)'],
  [
    'another policy',
    [high],
    { priorityClassName: 'high', preemptionPolicy: 'PreemptLowerPriority' },
    'the string value of PreemptionPolicy',
  ],
  [
    'no class and two defaults',
    [normal, { ...normal, metadata: { name: 'less' }, value: 3 }],
    {},
    { ...plain, priority: 3, priorityClassName: 'less' },
  ],
])('a pod with %s', async (_, classes, spec, expected) => {
  const stage = new AdmissionStage().put(CLASSES, ...classes)
  const asked = { of: 'pods', object: podWith(spec) }
  if (typeof expected === 'string') expect(await stage.verdict(priority(stage.environment), asked)).toContain(expected)
  else {
    const { containers: _containers, ...rest } = (await stage.pass(priority(stage.environment), asked))?.spec as {
      containers: unknown
    }
    expect(rest).toEqual(expected)
  }
})

test('in releases before the gate, pods get no preemption policy', async () => {
  const stage = new AdmissionStage(18).put(CLASSES, high)
  const object = await stage.pass(priority(stage.environment), {
    of: 'pods',
    object: podWith({ priorityClassName: 'high' }),
  })
  expect(object?.spec).not.toHaveProperty('preemptionPolicy')
})

test('an update without a priority keeps the present one', async () => {
  const stage = new AdmissionStage()
  const oldObject = podWith({ priority: 5, preemptionPolicy: 'Never' })
  const object = await stage.pass(priority(stage.environment), { of: 'pods', object: podWith(), oldObject })
  expect(object).toEqual(oldObject)
})

const other = { metadata: { name: 'other' }, value: 1, globalDefault: true }
test.each([
  ['a second default', other, undefined, '403'],
  ['another class', { ...other, globalDefault: false }, undefined, 'passed'],
  ['a class that becomes the second default', other, { ...other, globalDefault: false }, '403'],
  ['an update of the default', normal, normal, 'passed'],
])('%s', async (_, object, oldObject, expected) => {
  const stage = new AdmissionStage().put(CLASSES, normal)
  const verdict = await stage.verdict(priority(stage.environment), {
    of: CLASSES,
    object,
    namespace: '',
    ...(oldObject && { oldObject }),
  })
  expect(verdict.slice(0, expected.length)).toBe(expected)
})
