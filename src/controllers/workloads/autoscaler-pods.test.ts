import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { groupPods, type PodUse, replicasFor } from './autoscaler-pods'

const NOW = Date.parse('2026-01-01T01:00:00Z')
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString()
const pod = (started: number, ready: 'True' | 'False', since: number, more: object = {}): ApiObject => ({
  metadata: { name: 'p' },
  status: {
    phase: 'Running',
    startTime: ago(started),
    conditions: [{ type: 'Ready', status: ready, lastTransitionTime: ago(since) }],
    ...more,
  },
})
const use: PodUse = { value: 100, at: NOW, windowMs: 30_000 }

describe('the use of a pod', () => {
  it.each<[string, ApiObject, string, PodUse | undefined, string]>([
    ['that has been ready for a while', pod(3600, 'True', 3000), 'cpu', use, 'ready'],
    ['that has just become ready', pod(60, 'True', 20), 'cpu', use, 'unready'],
    ['that became ready a window ago', pod(60, 'True', 30), 'cpu', use, 'ready'],
    ['that starts', pod(60, 'False', 60), 'cpu', use, 'unready'],
    ['that starts, if it is of memory', pod(60, 'False', 60), 'memory', use, 'ready'],
    ['that was never ready', pod(3600, 'False', 3595), 'cpu', use, 'unready'],
    ['that was ready once', pod(3600, 'False', 300), 'cpu', use, 'ready'],
    ['that waits for a node', pod(3600, 'True', 3000, { phase: 'Pending' }), 'cpu', use, 'unready'],
    ['that nobody has measured', pod(3600, 'True', 3000), 'cpu', undefined, 'missing'],
    ['that failed', pod(3600, 'True', 3000, { phase: 'Failed' }), 'cpu', use, 'none'],
  ])('%s is %s', (_, one, resource, found, group) => {
    const groups = groupPods([one], new Map(found ? [['p', found]] : []), resource, NOW)
    const [name] = Object.entries(groups).find(([, names]) => (names as string[]).length > 0) ?? ['none']
    expect(name).toBe(group)
  })
})

describe('replicas', () => {
  // Use of each ready pod, counts of unready and missing ones, present size and result; the target is 100 for each.
  it.each([
    [[105, 105], 0, 0, 2, 2],
    [[95, 95], 0, 0, 2, 2],
    [[150, 150, 150, 150], 0, 0, 4, 6],
    [[50, 50, 50, 50], 0, 0, 4, 2],
    [[200, 200, 200], 0, 0, 5, 6],
    [[400], 3, 0, 4, 4],
    [[800], 3, 0, 4, 8],
    [[50, 50], 0, 2, 4, 3],
    [[10], 0, 1, 2, 2],
    [[300, 300], 0, 1, 3, 6],
    [[150], 0, 1, 2, 2],
  ])('for uses of %j, %i unready and %i missing of %i are %i', (uses, unready, missing, current, replicas) => {
    const names = uses.map((_, i) => `ready-${i}`)
    const known = new Map(names.map((name, i) => [name, uses[i] ?? 0]))
    const groups = {
      ready: names,
      unready: Array.from({ length: unready }, (_, i) => `unready-${i}`),
      missing: Array.from({ length: missing }, (_, i) => `missing-${i}`),
    }
    const ratioOf = (some: ReadonlyMap<string, number>) =>
      [...some.values()].reduce((total, one) => total + one, 0) / some.size / 100
    expect(replicasFor(groups, known, () => 100, ratioOf, current)).toBe(replicas)
  })
})
