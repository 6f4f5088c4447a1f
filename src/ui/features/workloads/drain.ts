import { type Client, isStatus, StatusError, type Target } from '../../../client/client'
import type { ApiObject } from '../../../machinery/object'
import { nodeNameOf } from './workload-model'

const NODES: Target = { group: '', version: 'v1', resource: 'nodes' }
const PODS: Target = { group: '', version: 'v1', resource: 'pods' }

/** How far a drain has come. */
export interface Drained {
  readonly node: string
  readonly evicted: readonly string[]
  /** Pods that may not go now, with the server's reason. */
  readonly blocked: readonly { readonly pod: string; readonly why: string }[]
  /** Pods of daemon sets: they belong on every node and stay. */
  readonly kept: number
}

/** No new pod comes to a cordoned node. */
export const cordon = (client: Client, node: string, unschedulable: boolean): Promise<ApiObject> =>
  client.patch(NODES, node, 'merge', { spec: { unschedulable: unschedulable || null } })

/** Cordons a node and asks for the eviction of its pods, once each. @throws what is no refusal by a budget */
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
