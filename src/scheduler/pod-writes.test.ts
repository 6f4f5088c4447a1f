import { describe, expect, it } from 'vitest'
import { Client } from '../client/client'
import type { ApiObject } from '../machinery/object'
import { createFakeClock } from '../testing/fake-clock'
import { StatusError } from '../client/status-error'
import { isPassing, PodWrites } from './pod-writes'

const POD: ApiObject = { metadata: { name: 'p', namespace: 'n', uid: 'u' }, spec: { containers: [] } }
const VICTIM: ApiObject = { metadata: { name: 'v', namespace: 'n', uid: 'w' }, spec: { containers: [] } }

/** The scheduler's writes, each as `METHOD path`, with their bodies and the events of the profile `packer`. */
function world(reason?: string, release = 25) {
  const sent: string[] = []
  const bodies: unknown[] = []
  const events: unknown[] = []
  const client = new Client(async (request) => {
    sent.push(`${request.method} ${new URL(request.url).pathname}`)
    bodies.push(await request.json())
    if (reason === undefined) return Response.json({})
    const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, code: 409 }
    return Response.json(status, { status: 409 })
  })
  const writes = new PodWrites({ client, clock: createFakeClock(), feature: () => false, release }, () => ({
    name: 'packer',
    record: ({ metadata }, { type, reason: why, message }) =>
      Promise.resolve(void events.push([metadata.name, type, why, message])),
  }))
  return { writes, sent, bodies, events }
}

describe('a binding', () => {
  it('names the node, and an event says so', async () => {
    const { writes, sent, bodies, events } = world()
    await writes.bind(POD, 'a', 'Assigned')
    expect(sent).toEqual(['POST /api/v1/namespaces/n/pods/p/binding'])
    expect(bodies).toEqual([expect.objectContaining({ target: { apiVersion: 'v1', kind: 'Node', name: 'a' } })])
    expect(events).toEqual([['p', 'Normal', 'Scheduled', 'Assigned']])
  })

  it('that is refused rejects, without an event', async () => {
    const { writes, events } = world('Conflict')
    await expect(writes.bind(POD, 'a', 'Assigned')).rejects.toThrow(StatusError)
    expect(events).toEqual([])
  })
})

const told = (message: string, nominatedNodeName?: string): ApiObject => ({
  ...POD,
  status: {
    conditions: [{ type: 'PodScheduled', status: 'False', message, lastTransitionTime: 'BEFORE' }],
    ...(nominatedNodeName && { nominatedNodeName }),
  },
})
const EVENT = ['p', 'Warning', 'FailedScheduling', 'full']

describe('why a pod waits', () => {
  it.each<[string, ApiObject, string | undefined, number, unknown[]]>([
    ['is written and told', POD, undefined, 1, [EVENT]],
    ['is written and told when it is something else', told('empty'), undefined, 1, [EVENT]],
    ['is left as it is', told('full'), undefined, 0, []],
    ['is left as it is with its promise', told('full', 'a'), 'a', 0, []],
    ['is written, and not told again, with another promise', told('full'), 'a', 1, []],
    ['is written, and not told again, when the promise goes', told('full', 'a'), undefined, 1, []],
  ])('%s', async (_what, pod, nominated, count, expected) => {
    const { writes, sent, bodies, events } = world()
    await writes.explain(pod, 'full', nominated)
    expect(sent).toEqual(Array(count).fill('PATCH /api/v1/namespaces/n/pods/p/status'))
    if (count > 0)
      expect(bodies).toEqual([
        expect.objectContaining({
          status: expect.objectContaining({ nominatedNodeName: nominated ?? null }) as object,
        }),
      ])
    expect(events).toEqual(expected)
  })

  it('keeps the time since when it does', async () => {
    const { writes, bodies } = world()
    await writes.explain(told('empty'), 'full', undefined)
    expect(bodies).toMatchObject([{ status: { conditions: [{ message: 'full', lastTransitionTime: 'BEFORE' }] } }])
  })
})

describe('a pod that makes room', () => {
  it.each([
    [26, 'n/p'],
    [27, 'a pod'],
    [29, 'pod u'],
  ])('is deleted by uid; at release 1.%i its event names the preempting pod as %s', async (release, told) => {
    const { writes, sent, bodies, events } = world(undefined, release)
    await writes.evict(POD, VICTIM, 'a')
    expect(sent).toEqual(['DELETE /api/v1/namespaces/n/pods/v'])
    expect(bodies).toMatchObject([{ preconditions: { uid: 'w' } }])
    expect(events).toEqual([['v', 'Normal', 'Preempted', `Preempted by ${told} on node a`]])
  })

  it('is not deleted again while it is terminating', async () => {
    const { writes, sent } = world()
    await writes.evict(POD, { ...VICTIM, metadata: { ...VICTIM.metadata, deletionTimestamp: 'NOW' } }, 'a')
    expect(sent).toEqual([])
  })

  it.each([
    ['Conflict', true],
    ['NotFound', true],
    ['Forbidden', false],
  ])('ignores the answer %s: %s', async (reason, passes) => {
    const { writes, events } = world(reason)
    const result = await writes.evict(POD, VICTIM, 'a').then(
      () => undefined,
      (error: unknown) => error,
    )
    expect([result === undefined, events]).toEqual([passes, []])
    if (!passes) expect(isPassing(result)).toBe(false)
  })
})
