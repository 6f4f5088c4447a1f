import { expect, it } from 'vitest'
import { explain, type Unfit } from './explain'

const CPU = [{ reason: 'Insufficient cpu' }]
const TAINT = [{ reason: 'node(s) had untolerated taint(s)', final: true }]
const UNBOUND = { reason: 'pod has unbound immediate PersistentVolumeClaims', final: true }
const NO_HELP = ['Preemption is not helpful for scheduling']
const NO_VICTIMS = ['No preemption victims found for incoming pod']
const words = (unfit: Partial<Unfit>): string =>
  explain({
    release: 35,
    feature: () => true,
    total: 3,
    first: undefined,
    refusals: [],
    preemption: undefined,
    ...unfit,
  })

it.each<[string, Partial<Unfit>, string]>([
  ['no node', { total: 0 }, 'no nodes available to schedule pods'],
  [
    'reasons, counted and sorted',
    { refusals: [TAINT, CPU, TAINT] },
    '0/3 nodes are available: 1 Insufficient cpu, 2 node(s) had untolerated taint(s).',
  ],
  [
    'preemption by node',
    {
      release: 33,
      refusals: [CPU, CPU, TAINT],
      preemption: new Map([
        ['a', NO_VICTIMS],
        ['b', NO_VICTIMS],
        ['c', NO_HELP],
      ]),
    },
    '0/3 nodes are available: 1 node(s) had untolerated taint(s), 2 Insufficient cpu. preemption: 0/3 nodes are available: 1 Preemption is not helpful for scheduling, 2 No preemption victims found for incoming pod.',
  ],
  [
    'nothing of preemption',
    { release: 23, refusals: [CPU], preemption: new Map([['a', NO_VICTIMS]]) },
    '0/3 nodes are available: 1 Insufficient cpu.',
  ],
  [
    'claims that could be taken back',
    { refusals: [CPU], preemption: 'not eligible due to preemptionPolicy=Never.' },
    '0/3 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: not eligible due to preemptionPolicy=Never.',
  ],
  [
    'a reason of the pod alone',
    { release: 26, first: UNBOUND, refusals: [[UNBOUND]] },
    '0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims.',
  ],
  [
    'the same with its count',
    { release: 20, first: UNBOUND, refusals: [[UNBOUND], [UNBOUND], [UNBOUND]] },
    '0/3 nodes are available: 3 pod has unbound immediate PersistentVolumeClaims.',
  ],
])('describes %s', (_, unfit, message) => {
  expect(words(unfit)).toBe(message)
})
