import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { isWaiting, WaitingPods } from './waiting-pods'

const pod = (spec: object = {}, status: object = {}, metadata: object = {}): ApiObject => ({
  metadata: { name: 'p', ...metadata },
  spec: { containers: [], ...spec },
  status,
})
const waiting = () => new WaitingPods({ firstBackOffMs: 1_000, longestBackOffMs: 5_000 })

describe('a pod', () => {
  it.each<[string, ApiObject, boolean]>([
    ['without a node waits', pod(), true],
    ['with a node does not', pod({ nodeName: 'a' }), false],
    ['that is held back does not', pod({ schedulingGates: [{ name: 'g' }] }), false],
    ['that has succeeded does not', pod({}, { phase: 'Succeeded' }), false],
    ['that has failed does not', pod({}, { phase: 'Failed' }), false],
    ['that is being deleted does not', pod({}, {}, { deletionTimestamp: '2026-01-01T00:00:00Z' }), false],
  ])('%s', (_what, object, waits) => expect(isWaiting(object)).toBe(waits))
})

describe('pods that wait', () => {
  it('are ranked by their priority', () => {
    const pods = waiting()
    pods.set('high', pod({ priority: 1000 }))
    pods.set('none', pod())
    expect(['high', 'none', 'unknown'].map((key) => pods.rank(key))).toEqual([1000, 0, 0])
    expect(pods.keys()).toEqual(['high', 'none'])
  })

  it('are nominated as long as they have the promise of a node', () => {
    const pods = waiting()
    const promised = pod({}, { nominatedNodeName: 'a' })
    pods.set('p', promised)
    expect(pods.nominated()).toEqual([promised])
    pods.set('p', pod())
    expect([pods.nominated(), pods.keys()]).toEqual([[], ['p']])
    pods.set('p', promised)
    pods.set('p', undefined)
    expect([pods.nominated(), pods.keys()]).toEqual([[], []])
  })

  it('are tried again after a wait that doubles up to the longest, until they are settled', () => {
    const pods = waiting()
    expect(pods.waitMs('p', 100)).toBe(0)
    const waits = [1, 2, 3, 4, 5].map(() => {
      pods.failed('p', 100)
      return pods.waitMs('p', 100)
    })
    expect(waits).toEqual([1_000, 2_000, 4_000, 5_000, 5_000])
    expect([pods.waitMs('p', 4_100), pods.waitMs('other', 100)]).toEqual([1_000, 0])
    pods.settled('p')
    expect(pods.waitMs('p', 100)).toBe(0)
  })
})
