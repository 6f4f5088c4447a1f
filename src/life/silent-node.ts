import type * as core from 'kt126/core/v1'
import { NODES, PODS } from '../client/core-targets'
import { asDraft } from '../api/kinds/meta/draft'
import { timestamp } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import type { ControllerDeps } from '../controllers/controllers'
import type { Recorder } from '../controllers/workloads/events'
import { isStatus } from '../client/status-error'
import { nodeConditions, readyCondition } from './node-taints'

const NOT_READY = 'NodeNotReady'
const TYPES = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure']

/** The node is silent: sets its conditions to Unknown, and its pods to not ready. Returns whether anything had to change. */
export async function setUnknown(
  { client, clock, ...deps }: ControllerDeps,
  events: Recorder,
  node: ApiObject,
  pods: readonly ApiObject[],
): Promise<boolean> {
  const { name = '', uid = '', creationTimestamp } = node.metadata
  const before = nodeConditions(node)
  const ready = readyCondition(node)
  if (ready?.status === 'Unknown') return false
  const now = timestamp(clock.now())
  const conditions = TYPES.flatMap((type) => {
    const found = before.find((condition) => condition.type === type)
    if (found?.status === 'Unknown') return []
    const [reason, message] = found
      ? ['NodeStatusUnknown', 'Kubelet stopped posting node status.']
      : ['NodeStatusNeverUpdated', 'Kubelet never posted node status.']
    const heartbeat = found ? {} : { lastHeartbeatTime: creationTimestamp }
    return [{ type, status: 'Unknown', reason, message, ...heartbeat, lastTransitionTime: now }]
  })
  await client.patch(NODES, name, 'strategic', { status: { conditions } }, { subresource: 'status' })
  if (ready?.status !== 'True') return true
  const about = { apiVersion: 'v1', kind: 'Node' }
  await events({ metadata: { name, uid } }, 'Normal', NOT_READY, `Node ${name} status is now: ${NOT_READY}`, { about })
  for (const pod of pods) await setUnready({ client, clock, ...deps }, events, pod, now)
  return true
}

/** Marks a pod of a silent node as not ready, so that it gets no traffic. */
async function setUnready({ client }: ControllerDeps, events: Recorder, pod: ApiObject, now: string): Promise<void> {
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
    return
  }
  await events(pod, 'Warning', NOT_READY, 'Node is not ready')
}
