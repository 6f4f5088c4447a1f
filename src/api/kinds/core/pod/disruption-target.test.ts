import { expect, test } from 'vitest'
import { type Disruption, disruptionTarget } from './disruption-target'

const NOW = Date.parse('2024-01-01T10:00:00Z')
const WHY: Disruption = { reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' }
const pod = (...conditions: object[]) => ({ metadata: { name: 'p', generation: 3 }, spec: {}, status: { conditions } })
const told = { type: 'DisruptionTarget', status: 'True', lastProbeTime: null, ...WHY }

test.each<[string, pod: ReturnType<typeof pod>, gates: string[], expected: object | undefined]>([
  ['nothing without the gate', pod(), [], undefined],
  ['why', pod(), ['PodDisruptionConditions'], { ...told, lastTransitionTime: '2024-01-01T10:00:00Z' }],
  [
    'nothing twice',
    pod({ ...told, lastTransitionTime: '2023-01-01T00:00:00Z' }),
    ['PodDisruptionConditions'],
    undefined,
  ],
  [
    'another reason since the first one',
    pod({ ...told, reason: 'DeletionByPodGC', lastTransitionTime: '2023-01-01T00:00:00Z' }),
    ['PodDisruptionConditions'],
    { ...told, lastTransitionTime: '2023-01-01T00:00:00Z' },
  ],
  [
    'of which generation it speaks',
    pod(),
    ['PodDisruptionConditions', 'PodObservedGenerationTracking'],
    { ...told, observedGeneration: 3, lastTransitionTime: '2024-01-01T10:00:00Z' },
  ],
])('the condition of a disrupted pod says %s', (_, given, gates, expected) => {
  expect(disruptionTarget(given, WHY, NOW, (gate) => gates.includes(gate))).toEqual(expected)
})
