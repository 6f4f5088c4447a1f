import { expect, it } from 'vitest'
import { normalized, type ReplicaChange, type Recommendation } from './autoscaler-replicas'

const spec = { minReplicas: 2, maxReplicas: 10 }
const MIN = 60_000
const NOW = 10 * MIN
const slowDown = {
  scaleDown: { stabilizationWindowSeconds: 0, policies: [{ type: 'Pods', value: 2, periodSeconds: 60 }] },
}

type Case = [string, object, number, number, Recommendation[], ReplicaChange[], number, string, string]
it.each<Case>([
  ['what the metrics ask for', {}, 4, 6, [], [], 6, 'ReadyForNewScale', 'DesiredWithinRange'],
  ['no more than its maximum', {}, 6, 30, [], [], 10, 'ReadyForNewScale', 'TooManyReplicas'],
  ['no fewer than its minimum', {}, 3, 0, [], [], 2, 'ReadyForNewScale', 'TooFewReplicas'],
  ['twice as many at most', { maxReplicas: 100 }, 3, 50, [], [], 6, 'ReadyForNewScale', 'ScaleUpLimit'],
  ['four in any case', { maxReplicas: 100, minReplicas: 1 }, 1, 50, [], [], 4, 'ReadyForNewScale', 'ScaleUpLimit'],
  [
    'four more or twice as many by the default policies',
    { maxReplicas: 100, behavior: {} },
    3,
    50,
    [],
    [],
    7,
    'ReadyForNewScale',
    'ScaleUpLimit',
  ],
  [
    'what it was lately, before it shrinks',
    {},
    8,
    3,
    [{ at: 8 * MIN, replicas: 8 }],
    [],
    8,
    'ScaleDownStabilized',
    'DesiredWithinRange',
  ],
  [
    'fewer, when it has long been so',
    {},
    8,
    3,
    [{ at: 4 * MIN, replicas: 8 }],
    [],
    3,
    'ReadyForNewScale',
    'DesiredWithinRange',
  ],
  [
    'the least that was wanted lately, if it is to grow slowly',
    { behavior: { scaleUp: { stabilizationWindowSeconds: 60 } } },
    4,
    8,
    [{ at: NOW - 30_000, replicas: 5 }],
    [],
    5,
    'ScaleUpStabilized',
    'DesiredWithinRange',
  ],
  [
    'only as many fewer as its policy allows in its time',
    { behavior: slowDown },
    7,
    2,
    [],
    [{ at: NOW - 30_000, delta: -1 }],
    6,
    'ReadyForNewScale',
    'ScaleDownLimit',
  ],
  [
    'as before, where its policy is to do nothing',
    { behavior: { scaleUp: { selectPolicy: 'Disabled' } } },
    3,
    9,
    [],
    [],
    3,
    'ReadyForNewScale',
    'ScaleUpLimit',
  ],
])('becomes %s', (_, more, current, wanted, recommendations, changes, replicas, able, limited) => {
  const found = normalized({ ...spec, ...more }, current, wanted, recommendations, changes, NOW)
  expect([found.replicas, found.able.reason, found.limited.reason]).toEqual([replicas, able, limited])
  expect(found.limited.status).toBe(limited === 'DesiredWithinRange' ? 'False' : 'True')
})
