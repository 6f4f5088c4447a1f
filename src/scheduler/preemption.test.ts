import { expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { view } from './plugin.testing'
import { isEviction, preemption } from './preemption'
import { judgeAll } from './verdicts'

const node = (name: string): ApiObject => ({ metadata: { name }, status: { allocatable: { cpu: '4', pods: '9' } } })
const pod = (name: string, nodeName: string | undefined, cpu: string, priority: number, startTime = ''): ApiObject => ({
  metadata: { name, namespace: 'n', uid: name, labels: { app: name } },
  spec: { ...(nodeName && { nodeName }), priority, containers: [{ resources: { requests: { cpu } } }] },
  status: { startTime },
})
const urgent = (cpu: string, more: object = {}): ApiObject => {
  const made = pod('urgent', undefined, cpu, 100)
  return { ...made, spec: { ...(made['spec'] as object), ...more } }
}
const budget = (app: string): ApiObject => ({
  metadata: { name: app, namespace: 'n' },
  spec: { selector: { matchLabels: { app } } },
  status: { disruptionsAllowed: 0 },
})

it.each<[string, ApiObject, ApiObject[], ApiObject[], string[]]>([
  ['the fewest', urgent('4'), [pod('a', 'x', '2', 1), pod('b', 'x', '2', 1), pod('c', 'y', '4', 1)], [], ['c']],
  ['the least important', urgent('4'), [pod('a', 'x', '4', 2), pod('b', 'y', '4', 1)], [], ['b']],
  [
    'one and not two, whatever their priorities',
    urgent('4'),
    [pod('a', 'x', '4', -1), pod('b', 'y', '2', -1), pod('c', 'y', '2', -5)],
    [],
    ['a'],
  ],
  [
    'nobody whom a budget keeps, if it can',
    urgent('4'),
    [pod('a', 'x', '4', 1), pod('b', 'y', '4', 2)],
    [budget('a')],
    ['b'],
  ],
  [
    'who has started last',
    urgent('4'),
    [pod('a', 'x', '4', 1, '2026-01-01T00:00:00Z'), pod('b', 'y', '4', 1, '2026-01-02T00:00:00Z')],
    [],
    ['b'],
  ],
])('removes %s', (_, wanted, pods, budgets, victims) => {
  const world = view(wanted, [node('x'), node('y')], pods, { budgets })
  const found = preemption(world, judgeAll(world))
  expect(isEviction(found) && found.victims.map(({ metadata }) => metadata.name)).toEqual(victims)
})

it.each<[string, ApiObject, ApiObject[], Record<string, string[]> | undefined]>([
  ['must not', urgent('4', { preemptionPolicy: 'Never' }), [pod('a', 'x', '4', 1)], undefined],
  [
    'finds nobody less important',
    urgent('4'),
    [pod('a', 'x', '4', 100), pod('b', 'y', '4', 200)],
    { x: ['No preemption victims found for incoming pod'], y: ['No preemption victims found for incoming pod'] },
  ],
  [
    'would gain nothing',
    urgent('9'),
    [pod('a', 'x', '4', 1)],
    { x: ['Preemption is not helpful for scheduling'], y: ['Preemption is not helpful for scheduling'] },
  ],
  [
    'would still not fit',
    urgent('4'),
    [pod('a', 'x', '3', 1), pod('b', 'x', '1', 200), pod('c', 'y', '4', 200)],
    { x: ['Insufficient cpu'], y: ['No preemption victims found for incoming pod'] },
  ],
])('preempts no pod for one that %s', (_, wanted, pods, reasons) => {
  const world = view(wanted, [node('x'), node('y')], pods)
  const found = preemption(world, judgeAll(world))
  expect(found instanceof Map ? Object.fromEntries(found) : found).toEqual(reasons)
})
