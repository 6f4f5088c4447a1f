import { NODES } from '../client/core-targets'
import { declaredFeatures } from '../api/kinds/core/node/declared-features'
import { microTimestamp, timestamp } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import { keyOf } from '../client/object-key'
import { runNamed } from '../controllers/kit'
import type { ControllerDeps, ControllerRow } from '../controllers/controllers'
import { isStatus } from '../client/status-error'
import { eventRecorder } from '../controllers/workloads/events'
import { conditionNews, type Pressures, pressureFor, reportedConditions } from './node-conditions'
import { extendedAllocatable } from './extended-resources'
import { LEASES } from './node-health'
import { complete, isIncomplete, register, SIMULATED } from './node-registration'
import { NODE_ROLES } from './roles'

const NAME = 'simulated-nodes'

/** Annotation of a node that sends no heartbeats, as if it had been unplugged. */
export const UNPLUGGED = 'life.orch.io/unplugged'

const HEARTBEAT_MS = 10_000
// With many nodes, frequent lease renewals would keep an idle machine busy. Still shorter than the grace period of a node.
const SLOW_HEARTBEAT_MS = 30_000
const MANY_NODES = 100
// Nodes renew their leases at common times: renewals that follow each other at once cost a third of scattered ones.
const COMMON_TIMES_MS = 5_000
/** Number of nodes that report concurrently: their writes share a commit. */
const AT_ONCE = 16
const LEASE_SECONDS = 40
const STATUS_MS = 300_000

/** The nodes that `--nodes` asks for: registered at the start, and kept alive by their leases. */
export const simulatedNodes: ControllerRow = {
  name: NAME,
  defaultOn: 'with-nodes',
  account: 'simulated-node',
  program: 'orchlet',
  needs: ['v1/nodes', 'v1/namespaces'],
  roles: NODE_ROLES,
  async start(deps) {
    const count = Number(deps.flag('nodes') ?? 0)
    const nextRenewal = renewals(count)
    for (let i = 1; i <= count && !deps.signal.aborted; i++) await register(deps, i)
    const events = eventRecorder(deps, 'kubelet', { apiVersion: 'v1', kind: 'Node' })
    const lastStatus = new Map<string, number>()
    const renewalDue = new Map<string, number>()
    const reported = new Map<string, string | undefined>()
    await runNamed(deps, NAME, {
      workers: AT_ONCE,
      watches: [{ target: NODES, keys: (node) => [keyOf(node)] }],
      async reconcile(name, [nodes]) {
        const node = nodes?.get(undefined, name)
        const annotations = node?.metadata.annotations ?? {}
        if (!node || annotations[SIMULATED] === undefined) {
          for (const kept of [lastStatus, renewalDue, reported]) kept.delete(name)
          return
        }
        if (annotations[UNPLUGGED] !== undefined) return
        if (isIncomplete(node)) return complete(deps, node, nodes?.list() ?? [])
        const now = deps.clock.now()
        const told = lastStatus.get(name)
        const pressures = { wanted: pressureFor(node), reported: reported.get(name) }
        const news = conditionNews(node, pressures)
        const offers = extendedAllocatable(node)
        if (told === undefined || now - told >= STATUS_MS || news.length > 0 || offers) {
          await writeStatus(deps, node, pressures, offers)
          reported.set(name, pressures.wanted)
          for (const reason of news)
            await events(node, 'Normal', reason, `Node ${name} status is now: ${reason}`, { host: name })
          lastStatus.set(name, now)
        }
        // An event about the node must not cause an early renewal.
        const due = renewalDue.get(name) ?? now
        if (due > now) return { afterMs: due - now }
        await renew(deps, node)
        const next = nextRenewal(now)
        renewalDue.set(name, next)
        return { afterMs: next - now }
      },
    })
  },
}

/** When a node of so many renews its lease after a renewal at `now`. */
function renewals(count: number): (now: number) => number {
  const every = count > MANY_NODES ? SLOW_HEARTBEAT_MS : HEARTBEAT_MS
  return (now) => Math.round((now + every) / COMMON_TIMES_MS) * COMMON_TIMES_MS
}

async function writeStatus(
  { client, clock, release, feature }: ControllerDeps,
  node: ApiObject,
  pressures: Pressures,
  allocatable: object | undefined,
): Promise<void> {
  const now = timestamp(clock.now())
  const conditions = reportedConditions(node, pressures, now)
  const nodeInfo = {
    kubeletVersion: `v1.${release}.0`,
    kubeProxyVersion: `v1.${release}.0`,
    architecture: 'amd64',
    operatingSystem: 'linux',
    osImage: 'Orchard (simulated)',
    kernelVersion: 'simulated',
    containerRuntimeVersion: 'simulated://0',
    machineID: node.metadata.uid ?? '',
    systemUUID: node.metadata.uid ?? '',
    bootID: node.metadata.uid ?? '',
  }
  const declared = feature('NodeDeclaredFeatures') ? { declaredFeatures: declaredFeatures({ release, feature }) } : {}
  await client.patch(
    NODES,
    node.metadata.name ?? '',
    'strategic',
    { status: { conditions, nodeInfo, ...declared, ...(allocatable && { allocatable }) } },
    STATUS,
  )
}

const STATUS = { subresource: 'status' }

async function renew({ client, clock }: ControllerDeps, node: ApiObject): Promise<void> {
  const { name = '', uid = '' } = node.metadata
  const renewTime = microTimestamp(clock.now())
  try {
    await client.patch(LEASES, name, 'merge', { spec: { renewTime } })
  } catch (error) {
    if (!isStatus(error, 'NotFound')) throw error
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name, uid }]
    const spec = { holderIdentity: name, leaseDurationSeconds: LEASE_SECONDS, renewTime }
    await client.create(LEASES, { metadata: { name, ownerReferences }, spec })
  }
}
