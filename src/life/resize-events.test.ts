import { expect, test } from 'vitest'
import { resizeEvents } from './resize-events'

const resources = { requests: { cpu: '2' } }
const pod = { metadata: { name: 'p', generation: 3 }, spec: { containers: [{ name: 'c', resources }] } }
const ASKED = '{"containers":[{"name":"c","resources":{"requests":{"cpu":"2"}}}],"generation":3'
const pending = (reason: 'Deferred' | 'Infeasible') => ({
  type: 'PodResizePending' as const,
  reason,
  message: 'no room',
})

test.each([
  [{ type: 'PodResizeInProgress' as const }, 'Normal', 'ResizeStarted', `Pod resize started: ${ASKED}}`],
  [undefined, 'Normal', 'ResizeCompleted', `Pod resize completed: ${ASKED}}`],
  [pending('Deferred'), 'Warning', 'ResizeDeferred', `Pod resize Deferred: ${ASKED},"error":"no room"}`],
  [pending('Infeasible'), 'Warning', 'ResizeInfeasible', `Pod resize Infeasible: ${ASKED},"error":"no room"}`],
])('%j is told as %s %s', (verdict, type, reason, message) => {
  expect(resizeEvents(pod, verdict, 34)).toEqual([{ type, reason, message }])
  expect(resizeEvents(pod, verdict, 33)).toEqual([])
})

test('init containers are reported, too', () => {
  const spec = { ...pod.spec, initContainers: [{ name: 'i' }] }
  expect(resizeEvents({ ...pod, spec }, undefined, 36)[0]?.message).toContain(
    '{"initContainers":[{"name":"i","resources":{}}],"containers":',
  )
})
