import { NODES, PODS } from '../../../client/core-targets'
import type { Client } from '../../../client/client'
import type { ApiObject } from '../../../machinery/object'
import { isStatus, StatusError } from '../../../client/status-error'
import { nodeNameOf } from './workload-model'

/** The progress of a drain. */
export interface Drained {
  readonly node: string
  readonly evicted: readonly string[]
  /** Pods that cannot be evicted now, with the server's reason. */
  readonly blocked: readonly { readonly pod: string; readonly why: string }[]
  /** Number of DaemonSet pods, which are not evicted. */
  readonly kept: number
}

/** Cordons a node, so that no new pods are scheduled to it, or uncordons it. */
export const cordon = (client: Client, node: string, unschedulable: boolean): Promise<ApiObject> =>
  client.patch(NODES, node, 'merge', { spec: { unschedulable: unschedulable || null } })

/**
 * Cordons a node and requests the eviction of each pod once. @throws any error other than a refusal by a disruption
 * budget
 */
export async function drain(
  client: Client,
  policyVersion: string,
  node: string,
  pods: readonly ApiObject[],
): Promise<Drained> {
  await cordon(client, node, true)
  const here = pods.filter((pod) => nodeNameOf(pod) === node && !pod.metadata.deletionTimestamp)
  const isDaemon = ({ metadata }: ApiObject) =>
    metadata.ownerReferences?.some(({ kind, controller }) => controller && kind === 'DaemonSet') ?? false
  const evicted: string[] = []
  const blocked: { pod: string; why: string }[] = []
  for (const { metadata } of here.filter((pod) => !isDaemon(pod))) {
    const { name = '', namespace } = metadata
    const eviction = { apiVersion: `policy/${policyVersion}`, kind: 'Eviction', metadata: { name, namespace } }
    try {
      await client.create({ ...PODS, namespace }, eviction, { name, subresource: 'eviction' })
      evicted.push(`${namespace ?? ''}/${name}`)
    } catch (error) {
      if (isStatus(error, 'NotFound')) continue
      if (!(error instanceof StatusError) || error.code !== 429) throw error
      blocked.push({ pod: `${namespace ?? ''}/${name}`, why: error.details?.causes?.[0]?.message ?? error.message })
    }
  }
  return { node, evicted, blocked, kept: here.filter(isDaemon).length }
}
