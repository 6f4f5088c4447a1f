import { expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { COMPLETION_INDEX, tallyOf, TRACKED } from './job-tally'

const pod = (uid: string, phase: string, { held = false, deleted = false, index = '' } = {}): ApiObject => ({
  metadata: {
    uid,
    name: uid,
    ...(held && { finalizers: [TRACKED] }),
    ...(deleted && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    ...(index && { annotations: { [COMPLETION_INDEX]: index } }),
  },
  status: { phase },
})
const jobWith = (status: object = {}, spec: object = {}): ApiObject => ({ metadata: { name: 'j' }, spec, status })

it.each([
  [
    'counts pods as they are',
    jobWith({ succeeded: 9 }),
    [pod('a', 'Succeeded'), pod('b', 'Running')],
    false,
    [1, 0, 1],
  ],
  ['never loses what was counted', jobWith({ succeeded: 2 }), [pod('b', 'Running')], true, [2, 0, 1]],
  ['adds what has just ended', jobWith({ succeeded: 2 }), [pod('b', 'Succeeded', { held: true })], true, [3, 0, 0]],
  [
    'counts what was noted once, though it is still held',
    jobWith({ uncountedTerminatedPods: { succeeded: ['b'] } }),
    [pod('b', 'Succeeded', { held: true })],
    true,
    [1, 0, 0],
  ],
  [
    'counts what was noted once, when it is gone',
    jobWith({ succeeded: 1, uncountedTerminatedPods: { succeeded: ['b'], failed: ['c'] } }),
    [pod('b', 'Succeeded')],
    true,
    [2, 1, 0],
  ],
  [
    'counts a running pod that is deleted as failed',
    jobWith(),
    [pod('a', 'Running', { held: true, deleted: true })],
    true,
    [0, 1, 0],
  ],
  [
    'counts an index once',
    jobWith({ completedIndexes: '0' }, { completionMode: 'Indexed', completions: 3 }),
    [pod('a', 'Succeeded', { index: '0' }), pod('b', 'Succeeded', { index: '2' })],
    true,
    [2, 0, 0],
  ],
])('%s', (_, job, pods, tracking, [succeeded, failed, active]) => {
  const tally = tallyOf(job, pods, tracking)
  expect([tally.succeeded, tally.failed, tally.active.length]).toEqual([succeeded, failed, active])
})
