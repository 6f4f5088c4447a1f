import type * as core from 'kt126/core/v1'
import { NODES, PODS } from '../client/core-targets'
import { least } from '../machinery/lists'
import type { Disruption } from '../api/kinds/core/pod/disruption-target'
import { asDraft } from '../api/kinds/meta/draft'
import type { Target } from '../client/targets'
import { timestamp } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import { type ControllerCache, keyOf } from '../controllers/watched-cache'
import { runNamed } from '../controllers/kit'
import type { ControllerDeps, ControllerRow } from '../controllers/controllers'
import { setDisruptionTarget } from '../controllers/workloads/disruption-target'
import { eventRecorder, type Recorder } from '../controllers/workloads/events'
import { isStatus } from '../client/status-error'
import { type Taint, nodeConditions, setTaints } from './node-taints'

const NAME = 'nodelifecycle'
const LEASES: Target = {
  group: 'coordination.orch.io',
  version: 'v1',
  resource: 'leases',
  namespace: 'orch-node-lease',
}
/** A node without a heartbeat for this long counts as unreachable. */
const GRACE_MS = 40_000
const nodeOf = (pod: ApiObject): string => asDraft<core.Pod>(pod).spec?.nodeName ?? ''

/** Taints nodes by their conditions, detects unreachable ones, and evicts pods that don't tolerate a taint. */
export const nodeLifecycle: ControllerRow = {
  name: NAME,
  defaultOn: 'with-nodes',
  account: 'node-controller',
  needs: ['v1/nodes', 'v1/pods', 'coordination.orch.io/v1/leases'],
  start(deps) {
    const events = eventRecorder(deps, 'node-controller', { apiVersion: 'v1', kind: 'Pod' })
    /** When each node was first seen: its silence is counted from then at the earliest. */
    const since = new Map<string, number>()
    return runNamed(deps, NAME, {
      watches: [
        { target: NODES, keys: (node) => [keyOf(node)] },
        {
          target: PODS,
          index: nodeOf,
          // Pods of healthy nodes need no handling here.
          keys: (pod, [nodes]) => (losesPods(nodes?.get(undefined, nodeOf(pod))) ? [nodeOf(pod)] : []),
        },
        {
          target: LEASES,
          // A healthy node is checked again when its last known heartbeat becomes too old; newer heartbeats don't matter until then.
          keys: ({ metadata: { name = '' } }, [nodes]) => (isWell(nodes?.get(undefined, name)) ? [] : [name]),
        },
      ],
      async reconcile(name, [nodes, pods, leases]) {
        const node = nodes?.get(undefined, name)
        if (!node) return void since.delete(name)
        const now = deps.clock.now()
        if (!since.has(name)) since.set(name, now)
        const heard = heartbeat(node, leases?.get(LEASES.namespace, name), since.get(name) ?? now)
        const left = heard + GRACE_MS - now
        if (left <= 0 && (await setUnknown(deps, node, pods))) return
        if (await setTaints(deps, node)) return
        const evicting = await evict(deps, events, node, pods?.filed(name) ?? [])
        const next = Math.min(left > 0 ? left : Infinity, evicting)
        return Number.isFinite(next) ? { afterMs: next } : undefined
      },
    })
  },
}

/** Whether a node exists, is ready, and has no taints from its conditions. */
const isWell = (node: ApiObject | undefined): boolean =>
  node !== undefined &&
  !losesPods(node) &&
  nodeConditions(node).some(({ type, status }) => type === 'Ready' && status === 'True')

/** Whether a node has a NoExecute taint, so that its pods may be evicted. */
const losesPods = (node: ApiObject | undefined): boolean =>
  (asDraft<core.Node>(node).spec?.taints ?? []).some(({ effect }) => effect === 'NoExecute')

/** The time of a node's last heartbeat. */
function heartbeat(node: ApiObject, lease: ApiObject | undefined, first: number): number {
  const renewed = (lease?.['spec'] as { renewTime?: string } | undefined)?.renewTime
  const reported = nodeConditions(node).find(({ type }) => type === 'Ready')?.lastHeartbeatTime
  return Math.max(first, Date.parse(renewed ?? '') || 0, Date.parse(reported ?? '') || 0)
}

/** The node is unreachable: sets its conditions to Unknown. Returns whether anything had to change. */
async function setUnknown(deps: ControllerDeps, node: ApiObject, pods: ControllerCache | undefined): Promise<boolean> {
  if (nodeConditions(node).some(({ type, status }) => type === 'Ready' && status === 'Unknown')) return false
  const now = timestamp(deps.clock.now())
  const types = ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready']
  const conditions = types.map((type) => ({
    type,
    status: 'Unknown',
    reason: 'NodeStatusUnknown',
    message: 'Kubelet stopped posting node status.',
    lastTransitionTime: now,
  }))
  const { name = '' } = node.metadata
  await deps.client.patch(NODES, name, 'strategic', { status: { conditions } }, { subresource: 'status' })
  for (const pod of pods?.filed(name) ?? []) await setUnready(deps, pod, now)
  return true
}

/** Marks a pod of an unreachable node as not ready, so that it gets no traffic. */
async function setUnready({ client }: ControllerDeps, pod: ApiObject, now: string): Promise<void> {
  const ready = asDraft<core.Pod>(pod).status?.conditions?.find(({ type }) => type === 'Ready')
  if (ready?.status !== 'True') return
  const { status: old = {} } = asDraft<core.Pod>(pod)
  const conditions = (old.conditions ?? []).map((condition) =>
    condition.type === 'Ready' ? { ...condition, status: 'False' as const, lastTransitionTime: now } : condition,
  )
  try {
    const updated = { ...pod, status: { ...old, conditions } }
    await client.update({ ...PODS, namespace: pod.metadata.namespace }, updated, { subresource: 'status' })
  } catch (error) {
    if (!isStatus(error, 'NotFound')) throw error
  }
}

const TAINTED: Disruption = {
  reason: 'DeletionByTaintManager',
  message: 'Taint manager: deleting due to NoExecute taint',
}

/** Deletes pods that don't tolerate a taint, or whose time is up; returns the milliseconds until the next pod's time is up. */
async function evict(
  deps: ControllerDeps,
  events: Recorder,
  node: ApiObject,
  pods: readonly ApiObject[],
): Promise<number> {
  const { client, clock } = deps
  const taints = (asDraft<core.Node>(node).spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute')
  if (taints.length === 0) return Infinity
  let next = Infinity
  for (const pod of pods) {
    if (pod.metadata.deletionTimestamp) continue
    const left = least(taints.map((taint) => toleratedFor(pod, taint, clock.now())))
    if (left > 0) {
      next = Math.min(next, left)
      continue
    }
    const { name = '', namespace, uid } = pod.metadata
    await events(pod, 'Normal', 'TaintManagerEviction', `Marking for deletion Pod ${namespace ?? ''}/${name}`)
    await setDisruptionTarget(deps, pod, TAINTED)
    try {
      await client.delete({ ...PODS, namespace }, name, { body: { preconditions: { uid } } })
    } catch (error) {
      if (!isStatus(error, 'NotFound') && !isStatus(error, 'Conflict')) throw error
    }
  }
  return next
}

/** How long a pod may still stay under a taint, in milliseconds: Infinity if it tolerates the taint forever. */
export function toleratedFor(pod: ApiObject, taint: Taint, now: number): number {
  const tolerations = (asDraft<core.Pod>(pod).spec?.tolerations ?? []).filter(
    (toleration) =>
      (!toleration.effect || toleration.effect === taint.effect) &&
      (!toleration.key || toleration.key === taint.key) &&
      (toleration.operator === 'Exists' || (toleration.value ?? '') === (taint.value ?? '')),
  )
  if (tolerations.length === 0) return 0
  const seconds = least(tolerations.map(({ tolerationSeconds }) => tolerationSeconds ?? Infinity))
  const added = taint.timeAdded ? Date.parse(taint.timeAdded) : now
  return Math.max(0, added + Math.max(0, seconds) * 1000 - now)
}
