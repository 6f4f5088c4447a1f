// The rules of one reconciliation, with pods that only the test changes.
import { expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { world, type World } from '../../testing/controller-world'
import { failure } from '../../testing/fake-api'
import { job } from './job'

const template = { metadata: { labels: { app: 'sum' } }, spec: { containers: [{ name: 'c' }], restartPolicy: 'Never' } }

/** A job whose pods have these phases; new pods are refused if `refuses`. */
async function start(
  spec: object,
  phases: string[],
  { refuses = false, ready = false, release = 20 } = {},
): Promise<World> {
  const cluster = world()
  const selector = { matchLabels: { app: 'sum' } }
  const { metadata } = cluster.api.put('jobs', {
    metadata: { name: 'sum', namespace: 'n' },
    spec: { selector, template, parallelism: 1, backoffLimit: 6, ...spec },
  })
  const owner = { apiVersion: 'batch/v1', kind: 'Job', name: 'sum', uid: metadata.uid ?? '', controller: true }
  phases.forEach((phase, i) =>
    cluster.api.put('pods', {
      metadata: { name: `p${i}`, namespace: 'n', labels: { app: 'sum' }, ownerReferences: [owner] },
      spec: {},
      status: { phase },
    }),
  )
  let made = 0
  cluster.api.answer = (method, { collection }, body) => {
    if (method !== 'POST' || collection !== 'pods' || !body) return undefined
    if (refuses) return failure(403, 'Forbidden')
    const named = { ...body.metadata, name: `new${++made}`, namespace: 'n' }
    return Response.json(cluster.api.put('pods', { ...body, metadata: named, status: { phase: 'Pending' } }))
  }
  await cluster.start(job, { release, feature: (gate) => ready && gate === 'JobReadyPods' })
  return cluster
}
const statusOf = ({ api }: World) => (api.get('jobs', 'n', 'sum') as ApiObject).status
const eventsOf = ({ api }: World) =>
  api.list('events').map(({ type, reason, message }) => [type, reason, message].join(' '))

it.each([
  { ready: false, status: undefined },
  { ready: true, status: { startTime: '2023-06-01T12:00:00Z', active: 0 } },
])('that cannot create its pods has begun only if ready pods are counted: $ready', async ({ ready, status }) => {
  const cluster = await start({ completions: 1 }, [], { refuses: true, ready })
  if (status) expect(statusOf(cluster)).toMatchObject(status)
  else expect(statusOf(cluster)).toBeUndefined()
  expect(eventsOf(cluster)).toEqual(['Warning FailedCreate Error creating: Forbidden'])
})

it('has the pods that it has just created in its first status', async () => {
  const cluster = await start({ completions: 3, parallelism: 2 }, [])
  expect(statusOf(cluster)).toMatchObject({ active: 2 })
  expect(cluster.api.writes.filter((write) => write.startsWith('PUT jobs'))).toHaveLength(1)
})

it('that has failed counts the pods that it stops as failed', async () => {
  const cluster = await start({ completions: 3, parallelism: 3, backoffLimit: 0 }, ['Failed', 'Running', 'Running'])
  expect(statusOf(cluster)).toMatchObject({
    active: 0,
    failed: 3,
    conditions: [{ type: 'Failed', reason: 'BackoffLimitExceeded' }],
  })
})

it.each([
  [20, 1],
  [22, 0],
])('that has its completions tells about pods that are too many; 1.%i leaves %i active', async (release, active) => {
  const cluster = await start({ completions: 1 }, ['Succeeded', 'Succeeded', 'Running'], { release })
  expect(statusOf(cluster)).toMatchObject({ active, succeeded: 2 })
  const after = 'pods running after completion count reached'
  expect(eventsOf(cluster).filter((event) => !event.includes('pod:'))).toEqual([
    `Warning TooManyActivePods Too many active ${after}`,
    `Warning TooManySucceededPods Too many succeeded ${after}`,
    'Normal Completed Job completed',
  ])
})
