import { expect, test } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { isDeferred, reportsVerdict, reportsResize, verdictOf, withVerdict } from './resize-verdict'

const node = { metadata: { name: 'n' }, status: { allocatable: { cpu: '2', memory: '1Gi' } } }
const pod = (requests: object, status: object = {}): ApiObject => ({
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'c', resources: { requests } }] },
  status,
})
const NOW = { now: '2030-01-01T00:00:00Z', release: 35 }

test.each<[object, readonly ApiObject[], string | undefined, string]>([
  [{ cpu: '2' }, [], undefined, ''],
  [{ cpu: '2100m' }, [], 'Infeasible', "Node didn't have enough capacity: cpu, requested: 2100, capacity: 2000"],
  [{ cpu: '3', memory: '2Gi' }, [], 'Infeasible', 'memory, requested: 2147483648, capacity: 1073741824'],
  [{ cpu: '2' }, [pod({ cpu: '500m' })], 'Deferred', 'cpu, requested: 2000, used: 500, capacity: 2000'],
  [{ cpu: '2' }, [pod({ cpu: '500m' }, { phase: 'Succeeded' })], undefined, ''],
  [{}, [pod({ cpu: '3' })], undefined, ''],
])('%j beside %j: %s', (requests, others, reason, message) => {
  const verdict = verdictOf(pod(requests), { node, others })
  expect(verdict.reason).toBe(reason)
  expect(verdict.type).toBe(reason === undefined ? 'PodResizeInProgress' : 'PodResizePending')
  expect(verdict.message ?? '').toContain(message)
})

test.each([35, 32])('release 1.%i reports a resize until it is done', (release) => {
  const pending = verdictOf(pod({ cpu: '2' }), { node, others: [pod({ cpu: '1' })] })
  const status = withVerdict({ conditions: [{ type: 'Ready' }] }, pending, { ...NOW, release })
  const waits = pod({ cpu: '2' }, status)
  expect([reportsVerdict(waits, pending), isDeferred(waits), reportsResize(waits)]).toEqual([true, true, true])
  expect(reportsVerdict(waits, { type: 'PodResizeInProgress' })).toBe(false)
  const made = withVerdict(status, undefined, { ...NOW, release })
  expect(reportsResize(pod({}, made))).toBe(false)
  expect(made['conditions']).toEqual([{ type: 'Ready' }])
})
