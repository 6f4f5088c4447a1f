// The rules of one reconciliation, with jobs that only the test changes.
import { expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { world, type World } from '../../testing/controller-world'
import { failure } from '../../testing/fake-api'
import { cronJob } from './cron-job'

const MINUTE = 60_000

/** A cron job of every minute, by its jobs: `own` ones have it as their controller, `listed` ones are in its status. */
async function start(
  { own = [], listed = [] }: { own?: readonly string[]; listed?: readonly string[] },
  { release = 25, spec = {}, refuse }: { release?: number; spec?: object; refuse?: () => Response } = {},
): Promise<World> {
  const cluster = world()
  const metadata = { name: 'tick', namespace: 'n', uid: 'tick-uid' }
  const owner = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    name: 'tick',
    uid: 'tick-uid',
    controller: true,
  }
  const uids = own.map(
    (name) =>
      cluster.api.put('jobs', {
        metadata: { name, namespace: 'n', ownerReferences: [owner] },
      }).metadata.uid,
  )
  const active = listed.map((name) => ({
    kind: 'Job',
    name,
    namespace: 'n',
    uid: uids[own.indexOf(name)] ?? 'none',
  }))
  cluster.api.put('cronjobs', {
    metadata,
    spec: { schedule: '* * * * *', jobTemplate: { spec: {} }, ...spec },
    status: { active },
  })
  if (refuse)
    cluster.api.answer = (method, { collection }) => (method === 'POST' && collection === 'jobs' ? refuse() : undefined)
  await cluster.start(cronJob, { release })
  return cluster
}
const pass = async ({ api, clock }: World, ms: number) => {
  await clock.step(ms)
  await api.settled()
}
const eventsOf = ({ api }: World) =>
  api
    .list('events')
    .map(({ type, reason, message, count }) => `${String(type)} ${String(reason)} ${String(message)} x${String(count)}`)
const activeOf = ({ api }: World) =>
  (
    (api.get('cronjobs', 'n', 'tick') as ApiObject).status as {
      active?: { name: string }[]
    }
  ).active?.map(({ name }) => name)

it.each([
  [
    'not in its status is told',
    { own: ['a'] },
    ['Warning UnexpectedJob Saw a job that the controller did not create or forgot: a x1'],
  ],
  ['in its status is no news', { own: ['a'], listed: ['a'] }, []],
  ['in its status but gone is told', { listed: ['a'] }, ['Normal MissingJob Active job went missing: a x1']],
])('a job that is %s', async (_, jobs, events) => {
  expect(eventsOf(await start(jobs, { spec: { suspend: true } }))).toEqual(events)
})

const TOO_MANY = '(> 100). Set or decrease .spec.startingDeadlineSeconds or check clock skew x1'
it.each([
  [
    20,
    [`Warning FailedNeedsStart Cannot determine if job needs to be started: too many missed start time ${TOO_MANY}`],
    0,
  ],
  [25, [`Warning TooManyMissedTimes too many missed start times ${TOO_MANY}`], 1],
])('in release 1.%i after more than 100 missed times', async (release, told, made) => {
  const cluster = await start({}, { release, spec: { suspend: true } })
  await cluster.clock.step(102 * MINUTE)
  const object = cluster.api.get('cronjobs', 'n', 'tick') as ApiObject
  cluster.api.put('cronjobs', {
    ...object,
    spec: { ...(object.spec as object), suspend: false },
  })
  await cluster.api.settled()
  expect(eventsOf(cluster).filter((event) => event.startsWith('Warning'))).toEqual(told)
  expect(cluster.api.list('jobs')).toHaveLength(made)
})

const ENDING = () =>
  Response.json(
    {
      kind: 'Status',
      reason: 'Forbidden',
      message: 'ending',
      details: { causes: [{ reason: 'NamespaceTerminating' }] },
    },
    { status: 403 },
  )
it.each<[string, number, () => Response, string[]]>([
  [
    'tries a refused job again at the next look',
    20,
    () => failure(403, 'Forbidden'),
    ['Warning FailedCreate Error creating job: Forbidden x1'],
  ],
  ['says nothing about a namespace that ends', 20, ENDING, []],
  ['says nothing about a namespace that ends', 25, ENDING, []],
])('%s, release 1.%i', async (_, release, refuse, events) => {
  const cluster = await start({}, { release, refuse })
  await pass(cluster, MINUTE + 100)
  await pass(cluster, 10_000)
  expect(eventsOf(cluster)).toEqual(events)
  if (release === 20) expect(cluster.api.writes.filter((write) => write.startsWith('POST jobs'))).toHaveLength(2)
})

it.each([
  ['its own joins its active ones', 'tick-uid', ['tick-28093681'], '2023-06-01T12:01:00Z'],
  ["somebody else's takes its time", 'other', [], undefined],
])('of a job that exists already %s', async (_, uid, active, last) => {
  const cluster = await start({}, {})
  const owner = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    name: 'tick',
    uid,
    controller: true,
  }
  cluster.api.answer = (method, { collection }) => {
    if (method !== 'POST' || collection !== 'jobs') return undefined
    if (cluster.api.list('jobs').length === 0)
      cluster.api.put('jobs', {
        metadata: {
          name: 'tick-28093681',
          namespace: 'n',
          ownerReferences: [owner],
        },
      })
    return failure(409, 'AlreadyExists')
  }
  await pass(cluster, MINUTE + 100)
  expect(activeOf(cluster)).toEqual(active)
  expect((cluster.api.get('cronjobs', 'n', 'tick') as ApiObject).status).toMatchObject({
    ...(last && { lastScheduleTime: last }),
  })
  expect(eventsOf(cluster)).toEqual([])
})
