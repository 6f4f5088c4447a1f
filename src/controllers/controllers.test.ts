import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NODES } from '../client/core-targets'
import { podOf } from '../api/kinds/shared/pod-types'
import { isStatus } from '../client/status-error'
import type { ApiObject } from '../machinery/object'
import { apps, batch, core, isPodReady, type LivingCluster, startLivingCluster, template } from '../testing/living'

/**
 * From any state, and after any changes at any times, each controller reaches the wanted state, never exceeds its
 * limits on the way, and then does nothing more. (Deployments, stateful sets and daemon sets:
 * workloads/workloads.test.ts.)
 */
const RUNS = 3
const SEED = 1818
const MINUTE = 60_000
const WAITS = [0, 1, 700, 3_000, 20_000, 50_000]
const SCALERS = { group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers', namespace: 'default' }

const hasEnded = (pod: ApiObject): boolean => ['Succeeded', 'Failed'].includes(podOf(pod).status?.phase ?? '')
const isActive = (pod: ApiObject): boolean => !pod.metadata.deletionTimestamp && !hasEnded(pod)
const statusOf = <T>({ status }: ApiObject): Partial<T> => status ?? {}

/** The objects stored under a prefix. */
const stored = ({ store }: LivingCluster, prefix: string): ApiObject[] =>
  store.list(prefix).entries.map(({ value }) => value as ApiObject)

/** The most of something that there ever was, looked at after each change. */
function mostOf(cluster: LivingCluster, count: () => number): () => number {
  let most = 0
  cluster.store.watch('/', cluster.store.revision, () => (most = Math.max(most, count())))
  return () => most
}

/** Loses one of the pods, if there is any. */
async function losePod({ admin }: LivingCluster, which: number): Promise<void> {
  const { items } = await admin.list(core('pods'))
  const lost = items[which % Math.max(1, items.length)]
  if (!lost) return
  await admin.delete(core('pods'), lost.metadata.name ?? '').catch((error: unknown) => {
    if (!isStatus(error, 'NotFound')) throw error
  })
}

/** Advances minute by minute, so that work due in each of them is done in it. */
async function passMinutes({ clock }: LivingCluster, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) await clock.step(MINUTE)
}

/** The keys below some prefixes that are written while minutes pass. */
async function movesDuring(cluster: LivingCluster, prefix: RegExp, minutes: number): Promise<string[]> {
  const moved: string[] = []
  const stop = cluster.store.watch('/', cluster.store.revision, (events) => {
    for (const { entry } of events) if (prefix.test(entry.key)) moved.push(entry.key)
  })
  await passMinutes(cluster, minutes)
  stop()
  return moved
}

const wait = fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(...WAITS) })
const lose = fc.record({ do: fc.constant('lose' as const), which: fc.nat(9) })
const set = <T>(values: fc.Arbitrary<T>) => fc.record({ do: fc.constant('set' as const), to: values })
type Turn<T> = { do: 'wait'; ms: number } | { do: 'lose'; which: number } | { do: 'set'; to: T }
const turnsOf = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<Turn<T>[]> =>
  fc.array(fc.oneof(wait, lose, set(values)), { minLength: 4, maxLength: 10 })

/** Runs a property over a living cluster of its own for each list of turns. */
const check = <T>(
  values: fc.Arbitrary<T>,
  nodes: number,
  play: (cluster: LivingCluster, turns: Turn<T>[]) => Promise<void>,
) =>
  fc.assert(
    fc.asyncProperty(turnsOf(values), async (turns) => {
      const cluster = await startLivingCluster(nodes, ['--seed=18'])
      try {
        await play(cluster, turns)
      } finally {
        await cluster.stop()
      }
    }),
    { numRuns: RUNS, seed: SEED },
  )

async function take<T>(cluster: LivingCluster, turns: readonly Turn<T>[], change: (to: T) => Promise<unknown>) {
  for (const turn of turns) {
    if (turn.do === 'wait') await cluster.clock.step(turn.ms)
    else if (turn.do === 'lose') await losePod(cluster, turn.which)
    else await change(turn.to)
  }
}

const work = (seconds: number) =>
  template('work', 'shop:1', { restartPolicy: 'Never' }, { 'life.orch.io/duration': `${seconds}s` })

it('a job ends with as many successes as it asks for, and never runs more pods than it may', { timeout: 300_000 }, () =>
  check(
    fc.record({ parallelism: fc.integer({ min: 1, max: 3 }), suspend: fc.boolean() }),
    2,
    async (cluster, turns) => {
      const { admin } = cluster
      const spec = { completions: 4, parallelism: 2, backoffLimit: 40, template: work(5) }
      await admin.create(batch('jobs'), { metadata: { name: 'work' }, spec })
      const most = mostOf(cluster, () => stored(cluster, '/core/pods/default/').filter(isActive).length)
      await take(cluster, turns, (to) => admin.patch(batch('jobs'), 'work', 'merge', { spec: to }))
      await admin.patch(batch('jobs'), 'work', 'merge', { spec: { suspend: false } })
      await passMinutes(cluster, 30)
      const status = statusOf<{ succeeded: number; conditions: { type: string; status: string }[] }>(
        await admin.get(batch('jobs'), 'work'),
      )
      expect(status.succeeded).toBe(4)
      expect(status.conditions?.some(({ type, status: is }) => type === 'Complete' && is === 'True')).toBe(true)
      expect(most()).toBeLessThanOrEqual(3)
      expect(await movesDuring(cluster, /^\/(core\/pods|batch)\//, 3)).toEqual([])
    },
  ),
)

it('a cron job with concurrency Forbid never runs two jobs at once or two for one minute', { timeout: 300_000 }, () =>
  check(fc.record({ suspend: fc.boolean() }), 2, async (cluster, turns) => {
    const { admin, clock } = cluster
    await admin.create(batch('cronjobs'), {
      metadata: { name: 'tick' },
      spec: { schedule: '* * * * *', concurrencyPolicy: 'Forbid', jobTemplate: { spec: { template: work(70) } } },
    })
    const jobs = () => stored(cluster, '/batch/jobs/default/')
    const isDone = (job: ApiObject) => statusOf<{ completionTime: string }>(job).completionTime !== undefined
    const most = mostOf(cluster, () => jobs().filter((job) => !isDone(job)).length)
    await take(cluster, turns, (to) => admin.patch(batch('cronjobs'), 'tick', 'merge', { spec: to }))
    await admin.patch(batch('cronjobs'), 'tick', 'merge', { spec: { suspend: false } })
    await passMinutes(cluster, 20)
    expect(most()).toBe(1)
    expect(jobs().filter(isDone).length).toBeLessThanOrEqual(3)
    const newest = Math.max(...jobs().map(({ metadata }) => Date.parse(metadata.creationTimestamp ?? '')))
    expect(clock.now() - newest).toBeLessThanOrEqual(3 * MINUTE)
  }),
)

it('an autoscaler comes to what the load asks for and stays within its bounds', { timeout: 300_000 }, () =>
  check(fc.record({ replicas: fc.integer({ min: 1, max: 8 }) }), 3, async (cluster, turns) => {
    const { admin } = cluster
    const containers = [{ name: 'c', image: 'shop:1', resources: { requests: { cpu: '200m' } } }]
    await admin.create(apps('deployments'), {
      metadata: { name: 'web' },
      spec: {
        replicas: 3,
        selector: { matchLabels: { app: 'web' } },
        template: template('web', '', { containers }, { 'life.orch.io/load': '600m' }),
      },
    })
    await admin.create(SCALERS, {
      metadata: { name: 'web' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 2,
        maxReplicas: 8,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        ],
      },
    })
    const wanted = () => (stored(cluster, '/apps/deployments/default/')[0]?.['spec'] as { replicas: number }).replicas
    const most = mostOf(cluster, wanted)
    await take(cluster, turns, (to) => admin.patch(apps('deployments'), 'web', 'merge', { spec: to }))
    await passMinutes(cluster, 20)
    // 600m shared by six pods is half of what each of them requests.
    expect(wanted()).toBe(6)
    expect(statusOf<{ readyReplicas: number }>(await admin.get(apps('deployments'), 'web')).readyReplicas).toBe(6)
    expect(most()).toBeLessThanOrEqual(8)
    expect(await movesDuring(cluster, /^\/(core\/pods|apps)\//, 5)).toEqual([])
  }),
)

it('nodes that fall silent and come back leave a cluster in which all is well', { timeout: 300_000 }, () =>
  check(
    fc.record({ node: fc.constantFrom('node-1', 'node-2', 'node-3'), out: fc.boolean() }),
    3,
    async (cluster, turns) => {
      const { admin } = cluster
      await admin.create(apps('deployments'), {
        metadata: { name: 'web' },
        spec: { replicas: 4, selector: { matchLabels: { app: 'web' } }, template: template('web') },
      })
      const plug = (node: string, out: boolean) =>
        admin.patch(NODES, node, 'merge', {
          metadata: { annotations: { 'life.orch.io/unplugged': out ? '' : null } },
        })
      const most = mostOf(cluster, () => stored(cluster, '/core/pods/default/').filter(isActive).length)
      await take(cluster, turns, ({ node, out }) => plug(node, out))
      for (const node of ['node-1', 'node-2', 'node-3']) await plug(node, false)
      await passMinutes(cluster, 10)
      const { items: nodes } = await admin.list(NODES)
      expect(nodes.every(isPodReady)).toBe(true)
      expect(nodes.flatMap(({ spec }) => (spec as { taints?: unknown[] }).taints ?? [])).toEqual([])
      const { items: pods } = await admin.list(core('pods'))
      expect(pods.map(isPodReady)).toEqual([true, true, true, true])
      expect(most()).toBe(4)
      expect(await movesDuring(cluster, /^\/(core\/pods|apps)\//, 3)).toEqual([])
    },
  ),
)
