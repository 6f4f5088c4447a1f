import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NODES } from '../../client/core-targets'
import { podOf } from '../../api/kinds/shared/pod-types'
import type { ApiObject } from '../../machinery/object'
import { apps, core, isPodReady, type LivingCluster, startLivingCluster, template } from '../../testing/living'

const NODE_COUNT = 3
const MOST = 4
const SURGE = 1
const RUNS = 4
const WORKLOADS = ['deployments', 'statefulsets', 'daemonsets'] as const
const NAMES = { deployments: 'web', statefulsets: 'db', daemonsets: 'agent' } as const

/** What people and accidents do to the workloads, in any order and at any moment. */
type Turn =
  | { readonly do: 'scale'; readonly what: 'deployments' | 'statefulsets'; readonly to: number }
  | { readonly do: 'image'; readonly what: (typeof WORKLOADS)[number]; readonly to: number }
  | { readonly do: 'lose'; readonly what: 'pods' | 'replicasets'; readonly which: number }
  | { readonly do: 'cordon'; readonly on: boolean }
  | { readonly do: 'wait'; readonly ms: number }

const turns: fc.Arbitrary<Turn[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('scale' as const),
      what: fc.constantFrom('deployments' as const, 'statefulsets' as const),
      to: fc.integer({ min: 0, max: MOST }),
    }),
    fc.record({
      do: fc.constant('image' as const),
      what: fc.constantFrom(...WORKLOADS),
      to: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({
      do: fc.constant('lose' as const),
      what: fc.constantFrom('pods' as const, 'pods' as const, 'replicasets' as const),
      which: fc.nat(20),
    }),
    fc.record({ do: fc.constant('cordon' as const), on: fc.boolean() }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 300, 1_500, 7_000, 40_000) }),
  ),
  { minLength: 4, maxLength: 12 },
)

/** Carries out a step; a missing object can't be deleted. */
async function take({ admin, clock }: LivingCluster, turn: Turn): Promise<void> {
  if (turn.do === 'wait') return clock.step(turn.ms)
  if (turn.do === 'cordon') {
    await admin.patch(NODES, 'node-2', 'merge', { spec: { unschedulable: turn.on || null } })
  } else if (turn.do === 'lose') {
    const target = turn.what === 'pods' ? core('pods') : apps('replicasets')
    const { items } = await admin.list(target)
    const lost = items[turn.which % Math.max(1, items.length)]
    if (lost) await admin.delete(target, lost.metadata.name ?? '')
  } else {
    const name = NAMES[turn.what]
    const spec = turn.do === 'scale' ? { replicas: turn.to } : { template: template(name, `${name}:${turn.to}`) }
    await admin.patch(apps(turn.what), name, 'strategic', { spec })
  }
}

async function start({ admin }: LivingCluster): Promise<void> {
  for (const what of WORKLOADS) {
    const name = NAMES[what]
    await admin.create(apps(what), {
      metadata: { name },
      spec: {
        selector: { matchLabels: { app: name } },
        template: template(name, `${name}:1`),
        ...(what !== 'daemonsets' && { replicas: 2 }),
        ...(what === 'deployments' && { strategy: { rollingUpdate: { maxSurge: SURGE, maxUnavailable: 1 } } }),
        ...(what === 'statefulsets' && { serviceName: name }),
      },
    })
  }
}

const imageOf = (pod: ApiObject): string => podOf(pod).spec?.containers?.[0]?.image ?? ''
const isActive = (pod: ApiObject): boolean =>
  !pod.metadata.deletionTimestamp && !['Failed', 'Succeeded'].includes(podOf(pod).status?.phase ?? '')

/** What each workload asks for, against the pods that there are. */
async function difference({ admin }: LivingCluster): Promise<unknown[]> {
  const pods = (await admin.list(core('pods'))).items
  const found: unknown[] = []
  for (const what of WORKLOADS) {
    const name = NAMES[what]
    const object = await admin.get(apps(what), name)
    const { replicas = NODE_COUNT, template: wanted } = object['spec'] as { replicas?: number; template: ApiObject }
    const mine = pods.filter(({ metadata }) => metadata.labels?.app === name)
    const good = mine.filter((pod) => isPodReady(pod) && imageOf(pod) === imageOf(wanted))
    if (mine.length !== replicas || good.length !== replicas)
      found.push({ what, replicas, pods: mine.length, good: good.length })
  }
  return found
}

it(
  'workloads come to what they ask for from any turns, never overshoot, and then rest',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(turns, async (taken) => {
        const cluster = await startLivingCluster(NODE_COUNT, ['--seed=7'])
        try {
          await start(cluster)
          let most = 0
          const moved: string[] = []
          cluster.store.watch('/', cluster.store.revision, (events) => {
            for (const { entry } of events) if (/^\/(core\/pods|apps)\//.test(entry.key)) moved.push(entry.key)
            const { entries } = cluster.store.list('/core/pods/default/')
            const web = entries
              .map(({ value }) => value as ApiObject)
              .filter(({ metadata }) => metadata.labels?.app === 'web')
            most = Math.max(most, web.filter(isActive).length)
          })
          for (const turn of taken) await take(cluster, turn)
          await take(cluster, { do: 'cordon', on: false })
          for (let minute = 0; minute < 15; minute++) await cluster.clock.step(60_000)
          expect(await difference(cluster)).toEqual([])
          expect(most).toBeLessThanOrEqual(MOST + SURGE)
          moved.length = 0
          await cluster.clock.step(120_000)
          expect(moved).toEqual([])
        } finally {
          await cluster.stop()
        }
      }),
      { numRuns: RUNS, seed: 18 },
    )
  },
)
