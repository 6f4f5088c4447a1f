/** How fast a living cluster moves with its clock a thousand times as fast, and what an idle one costs. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Cluster, startCluster } from '../../src/library/cluster'
import type { ApiObject } from '../../src/machinery/object'
import { quantile } from './scenario'

const DEPLOYMENTS = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'default' }
const NODES = { group: '', version: 'v1', resource: 'nodes' }
const READY_SECONDS = 5
const LOOK_MS = 20
const IDLE_MS = 10_000
const GETS = 300

/** Results of the benchmark of rollouts. */
export interface LifeResult {
  /** Elapsed seconds until a new deployment of `pods` is available, and until its next template is. */
  readonly created: number
  readonly rolled: number
  /** CPU seconds for the same, which hardly depend on other work of the machine. */
  readonly createdCpu: number
  readonly rolledCpu: number
  /** Of the process, after a garbage collection. */
  readonly memoryMb: number
  /** Share of one core while only heartbeats happen. */
  readonly idle: number
  /** Milliseconds of a get while the cluster is idle, and during the rollout. */
  readonly restingGet: number
  readonly busyGet: number
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** CPU seconds since an earlier result of `process.cpuUsage`. */
function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** Elapsed and CPU seconds until the condition holds. */
async function until(holds: () => Promise<boolean>): Promise<[number, number]> {
  const start = performance.now()
  const before = process.cpuUsage()
  while (!(await holds())) await pause(LOOK_MS)
  return [(performance.now() - start) / 1000, cpuSince(before)]
}

const isReady = (node: ApiObject): boolean => {
  const { spec, status } = node as {
    spec?: { taints?: unknown }
    status?: { conditions?: { type: string; status: string }[] }
  }
  return !spec?.taints && (status?.conditions ?? []).some(({ type, status: is }) => type === 'Ready' && is === 'True')
}

const template = (version: number) => ({
  metadata: { labels: { app: 'web' } },
  spec: {
    containers: [
      {
        name: 'c',
        image: `shop:${version}`,
        resources: { requests: { cpu: '10m' } },
        readinessProbe: { initialDelaySeconds: READY_SECONDS, httpGet: { port: 80, path: '/' } },
      },
    ],
  },
})

async function settled({ admin }: Cluster, pods: number): Promise<boolean> {
  const { metadata, status } = (await admin.get(DEPLOYMENTS, 'web')) as ApiObject & { status?: Record<string, number> }
  return (
    status?.observedGeneration === metadata.generation &&
    ['replicas', 'updatedReplicas', 'availableReplicas'].every((name) => status?.[name] === pods)
  )
}

/** The 99th percentile of gets, sent a few milliseconds apart, in milliseconds. */
async function getP99({ admin }: Cluster, going: () => boolean): Promise<number> {
  const times: number[] = []
  while (going() && times.length < GETS) {
    const at = performance.now()
    await admin.get(NODES, 'node-1')
    times.push(performance.now() - at)
    await pause(2)
  }
  return quantile(
    times.sort((a, b) => a - b),
    0.99,
  )
}

/** Rolls out a deployment over nodes, twice, and then lets the cluster rest. */
export async function runLife(nodes: number, pods: number): Promise<LifeResult> {
  const cluster = await startCluster({ flags: [`--nodes=${nodes}`, '--authorization-mode=RBAC'] })
  const { admin, clock } = cluster
  await until(async () => {
    const { items } = await admin.list(NODES)
    return items.length === nodes && items.every(isReady)
  })
  await until(() => Promise.resolve(cluster.store.get('/core/serviceaccounts/default/default') !== undefined))
  const restingGet = await getP99(cluster, () => true)
  clock.speed(1000)
  const selector = { matchLabels: { app: 'web' } }
  await admin.create(DEPLOYMENTS, {
    metadata: { name: 'web' },
    spec: { replicas: pods, selector, template: template(1) },
  })
  const [created, createdCpu] = await until(() => settled(cluster, pods))
  await admin.patch(DEPLOYMENTS, 'web', 'strategic', { spec: { template: template(2) } })
  let rolling = true
  const busy = getP99(cluster, () => rolling)
  const [rolled, rolledCpu] = await until(() => settled(cluster, pods))
  rolling = false
  const busyGet = await busy
  await until(() => Promise.resolve(cluster.store.count('/core/pods/default/') === pods))
  clock.speed(1)
  collect()
  const memoryMb = process.memoryUsage().heapUsed / 1024 / 1024
  const before = process.cpuUsage()
  await pause(IDLE_MS)
  const idle = cpuSince(before) / (IDLE_MS / 1000)
  await cluster.stop()
  return { created, rolled, createdCpu, rolledCpu, memoryMb, idle, restingGet, busyGet }
}
