import { expect, test } from 'vitest'
import type { ApiObject } from '../../../../machinery/object'
import { bindPod } from '../binding/binding'
import { decideEviction } from './pod-eviction'

const NOW = Date.parse('2030-01-01T00:00:00Z')
const pod = (status: object = {}, more: object = {}): ApiObject => ({
  metadata: { name: 'p', uid: 'u', labels: { app: 'x' }, ...more },
  spec: {},
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }], ...status },
})
const budget = (status: object, spec: object = {}, name = 'b'): ApiObject => ({
  metadata: { name, generation: 1 },
  spec: { selector: { matchLabels: { app: 'x' } }, ...spec },
  status: { observedGeneration: 1, disruptionsAllowed: 1, ...status },
})

test.each<[string, ApiObject, ApiObject[], object]>([
  ['no budget', pod(), [], { decision: 'delete' }],
  ['a budget of others', pod(), [budget({}, { selector: { matchLabels: { app: 'y' } } })], { decision: 'delete' }],
  ['a pod that has ended', pod({ phase: 'Failed' }), [budget({ disruptionsAllowed: 0 })], { decision: 'delete' }],
  ['a pod that waits', pod({ phase: 'Pending' }), [budget({ disruptionsAllowed: 0 })], { decision: 'delete' }],
  ['room for one', pod(), [budget({})], { decision: 'charge' }],
  ['no room', pod(), [budget({ disruptionsAllowed: 0 })], { decision: 'wait', retryAfterSeconds: 0 }],
  [
    'a budget that is not counted yet',
    pod(),
    [budget({ observedGeneration: 0 })],
    { decision: 'wait', retryAfterSeconds: 0 },
  ],
  ['two budgets', pod(), [budget({}), budget({}, {}, 'c')], { decision: 'fail' }],
  ['a budget below zero', pod(), [budget({ disruptionsAllowed: -1 })], { decision: 'forbid' }],
  [
    'a sick pod beside enough healthy ones',
    pod({ conditions: [] }),
    [budget({ disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1 })],
    { decision: 'delete' },
  ],
  [
    'a sick pod beside too few',
    pod({ conditions: [] }),
    [budget({ disruptionsAllowed: 0, desiredHealthy: 1 })],
    { decision: 'wait' },
  ],
  [
    'a sick pod that may always go',
    pod({ conditions: [] }),
    [budget({ disruptionsAllowed: 0, desiredHealthy: 1 }, { unhealthyPodEvictionPolicy: 'AlwaysAllow' })],
    { decision: 'delete' },
  ],
])('eviction with %s', (_, given, budgets, verdict) =>
  expect(decideEviction(given, budgets, NOW, 21)).toMatchObject(verdict),
)

test('release 1.20 counts a sick pod like any other', () => {
  const counted = budget({ disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1 })
  expect(decideEviction(pod({ conditions: [] }), [counted], NOW, 20)).toMatchObject({ decision: 'wait' })
})

test('an eviction is charged to the budget', () => {
  expect(decideEviction(pod(), [budget({})], NOW, 21)).toMatchObject({
    budget: {
      status: {
        disruptionsAllowed: 0,
        disruptedPods: { p: '2030-01-01T00:00:00Z' },
        conditions: [{ type: 'DisruptionAllowed', status: 'False' }],
      },
    },
  })
})

const binding = (more: object = {}): ApiObject => ({
  metadata: { name: 'p', ...more },
  target: { kind: 'Node', name: 'n' },
})

test('a pod is bound once', () => {
  const draft = pod()
  expect(bindPod(draft, binding({ annotations: { a: 'b' } }), NOW, { labelled: false, checked: true })).toBeUndefined()
  expect(draft).toMatchObject({
    metadata: { annotations: { a: 'b' } },
    spec: { nodeName: 'n' },
    status: {
      conditions: [
        { type: 'Ready' },
        { type: 'PodScheduled', status: 'True', lastTransitionTime: '2030-01-01T00:00:00Z' },
      ],
    },
  })
  expect(bindPod(draft, binding(), NOW, { labelled: false, checked: true })).toMatch('already assigned')
})
test.each([
  [pod({}, { deletionTimestamp: '2030-01-01T00:00:00Z' }), binding(), /being deleted/],
  [pod(), binding({ uid: 'other' }), /UID/],
])('a pod that can not be bound', (draft, given, why) =>
  expect(bindPod(draft, given, NOW, { labelled: false, checked: true })).toMatch(why),
)
test.each([
  [true, { mine: 'x', zone: 'a' }],
  [false, { mine: 'x' }],
])('the labels of a binding become labels of the pod: %j', (labelled, labels) => {
  const draft = pod({}, { labels: { mine: 'x' } })
  bindPod(draft, binding({ labels: { zone: 'a' } }), NOW, { labelled, checked: true })
  expect(draft.metadata.labels).toEqual(labels)
})
