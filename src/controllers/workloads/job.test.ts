import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { batch, core, type LivingCluster, startLivingCluster, template } from '../../testing/living'

let cluster: LivingCluster
beforeAll(async () => {
  cluster = await startLivingCluster(2)
})
afterAll(() => cluster.stop())

const JOBS = batch('jobs')
const CRON_JOBS = batch('cronjobs')
const PODS = core('pods')

interface Status {
  active?: number
  succeeded?: number
  failed?: number
  completedIndexes?: string
  startTime?: string
  completionTime?: string
  conditions?: { type: string; status: string; reason?: string }[]
}
const statusOf = ({ status = {} }: ApiObject) => status as Status
const work = (more: object = {}, annotations: object = { 'life.orch.io/duration': '3s' }) =>
  template('work', 'shop:1', { restartPolicy: 'Never', ...more }, annotations)
const run = (name: string, spec: object = {}) =>
  cluster.admin.create(JOBS, { metadata: { name }, spec: { template: work(), ...spec } })
const podsOf = async (name: string) =>
  (await cluster.admin.list(PODS, { query: { labelSelector: `job-name=${name}` } })).items
const alive = (pods: ApiObject[]) =>
  pods.filter(({ status, metadata }) => {
    const { phase } = status as { phase: string }
    return phase !== 'Succeeded' && phase !== 'Failed' && !metadata.deletionTimestamp
  })
const until = (name: string, holds: (status: Status) => boolean, seconds?: number) =>
  cluster.passing(async () => statusOf(await cluster.admin.get(JOBS, name)), holds, seconds)
const is = (type: string) => (status: Status) =>
  status.conditions?.some((condition) => condition.type === type && condition.status === 'True') === true

describe('a job', () => {
  it('runs as many pods at once as it may, until as many as it asks for have succeeded', async () => {
    await run('many', { completions: 5, parallelism: 2 })
    let most = 0
    const status = await cluster.passing(async () => {
      most = Math.max(most, alive(await podsOf('many')).length)
      return statusOf(await cluster.admin.get(JOBS, 'many'))
    }, is('Complete'))
    expect(most).toBe(2)
    expect(status).toMatchObject({ succeeded: 5 })
    expect(status.completionTime).toBeDefined()
    expect(status.active ?? 0).toBe(0)
    const pods = await podsOf('many')
    expect(pods).toHaveLength(5)
    expect(pods.flatMap(({ metadata }) => metadata.finalizers ?? [])).toEqual([])
  })

  it('leaves its pods without a finalizer if it is deleted without them', async () => {
    await run('left', { completions: 2, parallelism: 2 })
    await until('left', ({ active }) => active === 2)
    await cluster.admin.delete(JOBS, 'left', { body: { propagationPolicy: 'Orphan' } })
    const pods = await cluster.passing(
      () => podsOf('left'),
      (all) => all.every(({ metadata }) => !metadata.finalizers?.length),
    )
    expect(pods).toHaveLength(2)
    for (const { metadata } of pods) await cluster.admin.delete(PODS, metadata.name ?? '')
    await cluster.passing(
      () => podsOf('left'),
      (all) => all.length === 0,
    )
  })

  it('counts a pod that was deleted after it had ended', async () => {
    await run('counted', { completions: 2, parallelism: 1 })
    await until('counted', ({ succeeded }) => succeeded === 1)
    for (const { metadata, status } of await podsOf('counted'))
      if ((status as { phase: string }).phase === 'Succeeded') await cluster.admin.delete(PODS, metadata.name ?? '')
    await until('counted', is('Complete'))
    expect(await podsOf('counted')).toHaveLength(1)
  })

  it('gives each pod of an indexed job its index', async () => {
    await run('indexed', { completions: 3, parallelism: 3, completionMode: 'Indexed' })
    const status = await until('indexed', is('Complete'))
    expect(status.completedIndexes).toBe('0-2')
    const pods = await podsOf('indexed')
    expect(pods.map(({ spec }) => (spec as { hostname: string }).hostname).sort()).toEqual([
      'indexed-0',
      'indexed-1',
      'indexed-2',
    ])
  })

  it('gives up after as many failures as it allows, each later than the last', async () => {
    await run('breaks', { backoffLimit: 1, template: work({}, { 'life.orch.io/fail': 'crash' }) })
    const status = await until('breaks', is('Failed'))
    expect(status.conditions?.at(-1)).toMatchObject({ type: 'Failed', reason: 'BackoffLimitExceeded' })
    expect(status.failed).toBe(2)
    const [first = 0, second = 0] = (await podsOf('breaks'))
      .map(({ metadata }) => Date.parse(metadata.creationTimestamp ?? ''))
      .sort((a, b) => a - b)
    expect(second - first).toBeGreaterThanOrEqual(10_000)
  })

  it('ends at its deadline', async () => {
    await run('late', { activeDeadlineSeconds: 5, template: work({}, { 'life.orch.io/duration': '1h' }) })
    const status = await until('late', is('Failed'))
    expect(status.conditions?.at(-1)?.reason).toBe('DeadlineExceeded')
    await cluster.passing(
      () => podsOf('late'),
      (pods) => alive(pods).length === 0,
    )
  })

  it('waits while it is suspended', async () => {
    await run('waits', { template: work({}, { 'life.orch.io/duration': '1h' }) })
    await cluster.passing(
      () => podsOf('waits'),
      (pods) => alive(pods).length === 1,
    )
    await cluster.admin.patch(JOBS, 'waits', 'merge', { spec: { suspend: true } })
    const status = await until('waits', is('Suspended'))
    expect(status.startTime).toBeUndefined()
    await cluster.passing(
      () => podsOf('waits'),
      (pods) => pods.length === 0,
    )
    await cluster.admin.patch(JOBS, 'waits', 'merge', { spec: { suspend: false } })
    const resumed = await until('waits', ({ active }) => active === 1)
    expect(resumed.failed ?? 0).toBe(0)
  })

  it('goes when its time after the end is over, with its pods', async () => {
    await run('goes', { ttlSecondsAfterFinished: 20 })
    await until('goes', is('Complete'))
    await cluster.passing(
      async () => [(await cluster.admin.list(JOBS)).items, await podsOf('goes')] as const,
      ([jobs, pods]) => !jobs.some(({ metadata }) => metadata.name === 'goes') && pods.length === 0,
    )
  })
})

describe('a cron job', () => {
  const every = (name: string, spec: object = {}, duration = '3s') =>
    cluster.admin.create(CRON_JOBS, {
      metadata: { name },
      spec: {
        schedule: '* * * * *',
        jobTemplate: { spec: { template: work({}, { 'life.orch.io/duration': duration }) } },
        ...spec,
      },
    })
  const jobsOf = async (name: string) =>
    (await cluster.admin.list(JOBS)).items.filter(({ metadata }) =>
      metadata.ownerReferences?.some((owner) => owner.name === name),
    )
  const active = async (name: string) =>
    ((await cluster.admin.get(CRON_JOBS, name)).status as { active?: object[] }).active?.length ?? 0

  it('makes a job each minute and keeps as many as its history allows', async () => {
    await every('tick', { successfulJobsHistoryLimit: 2 })
    const seen = new Set<string>()
    await cluster.passing(
      async () => {
        for (const { metadata } of await jobsOf('tick')) seen.add(metadata.name ?? '')
        return seen.size
      },
      (count) => count === 4,
      400,
    )
    expect((await jobsOf('tick')).length).toBeLessThanOrEqual(3)
    expect([...seen].every((name) => /^tick-\d{8}$/.test(name))).toBe(true)
    await cluster.passing(
      () => active('tick'),
      (count) => count === 0,
    )
    await cluster.admin.delete(CRON_JOBS, 'tick')
  })

  it.each([
    ['Forbid', 1],
    ['Allow', 2],
  ])('with the policy %s has %d at a time', async (concurrencyPolicy, count) => {
    const name = concurrencyPolicy.toLowerCase()
    await every(name, { concurrencyPolicy }, '110s')
    const start = cluster.clock.now()
    let most = 0
    await cluster.passing(
      async () => {
        most = Math.max(most, await active(name))
        return cluster.clock.now() - start
      },
      (passed) => passed > 210_000,
      230,
    )
    expect(most).toBe(count)
    await cluster.admin.delete(CRON_JOBS, name)
  })

  it('makes none while it is suspended', async () => {
    await every('off', { suspend: true })
    await cluster.clock.step(150_000)
    expect(await jobsOf('off')).toEqual([])
    expect(cluster.messages.filter((message) => /forbidden|cannot/i.test(message))).toEqual([])
  })
})
