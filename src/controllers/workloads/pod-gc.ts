import { NODES, PODS } from '../../client/core-targets'
import type { Disruption } from '../../api/kinds/core/pod/disruption-target'
import type { ApiObject } from '../../machinery/object'
import { keyOf, splitKey } from '../../client/object-key'
import type { ControllerCache } from '../watched-cache'
import type { ControllerDeps, ControllerRow } from '../controllers'
import { runNamed, undefinedIfGone } from '../kit'
import { podOf, hasPodEnded } from '../../api/kinds/shared/pod-types'
import { setDisruptionTarget } from './disruption-target'

const NAME = 'podgc'
/** Maximum number of ended pods that are kept. */
const MOST_ENDED = 12_500
/** A missing node may only be missing from the cache. */
const QUARANTINE_MS = 40_000
const ENDED = '*'

/** Whether a pod is orphaned: its node does not exist, or it is being deleted without having one. */
const isStray = (pod: ApiObject, nodes: ControllerCache | undefined): boolean => {
  const { nodeName } = podOf(pod).spec ?? {}
  return nodeName ? !nodes?.get(undefined, nodeName) : pod.metadata.deletionTimestamp !== undefined
}
const bornAt = (pod: ApiObject): string => pod.metadata.creationTimestamp ?? ''

/** Deletes pods that no node will: those of missing nodes, terminating ones without a node, and surplus ended ones. */
export const podGarbage: ControllerRow = {
  name: NAME,
  defaultOn: 'with-workloads',
  account: 'pod-garbage-collector',
  needs: ['v1/pods', 'v1/nodes'],
  start(deps) {
    /** When a pod's node was first found missing. */
    const missed = new Map<string, number>()
    return runNamed(deps, NAME, {
      watches: [
        {
          target: PODS,
          keys: (pod, [, nodes]) => [
            ...(isStray(pod, nodes) ? [keyOf(pod)] : []),
            ...(hasPodEnded(pod) ? [ENDED] : []),
          ],
        },
        {
          target: NODES,
          keys: (node, [pods, nodes]) =>
            nodes?.get(undefined, node.metadata.name ?? '')
              ? []
              : (pods?.list() ?? []).filter((pod) => podOf(pod).spec?.nodeName === node.metadata.name).map(keyOf),
        },
      ],
      async reconcile(key, [pods, nodes]) {
        if (key === ENDED) return trimEnded(deps, pods?.list() ?? [])
        const { namespace, name } = splitKey(key)
        const pod = pods?.get(namespace, name)
        if (!pod) return void missed.delete(key)
        const { nodeName } = podOf(pod).spec ?? {}
        if (!nodeName) return pod.metadata.deletionTimestamp ? end(deps, pod) : undefined
        if (nodes?.get(undefined, nodeName)) return void missed.delete(key)
        const now = deps.clock.now()
        const since = missed.get(key) ?? now
        missed.set(key, since)
        const left = since + QUARANTINE_MS - now
        return left > 0 ? { afterMs: left } : end(deps, pod, NODE_IS_GONE)
      },
    })
  },
}

const NODE_IS_GONE: Disruption = { reason: 'DeletionByPodGC', message: 'PodGC: node no longer exists' }

/** No node will report that such a pod has failed, so this does. */
async function end(deps: ControllerDeps, pod: ApiObject, why?: Disruption): Promise<undefined> {
  if (deps.feature('PodDisruptionConditions') && !hasPodEnded(pod))
    await setDisruptionTarget(deps, pod, why, { phase: 'Failed' })
  return kill(deps, pod)
}

async function kill({ client }: ControllerDeps, { metadata }: ApiObject): Promise<undefined> {
  const body = { gracePeriodSeconds: 0, preconditions: { uid: metadata.uid } }
  await undefinedIfGone(client.delete({ ...PODS, namespace: metadata.namespace }, metadata.name ?? '', { body }))
}

async function trimEnded(deps: ControllerDeps, pods: readonly ApiObject[]): Promise<void> {
  const ended = pods.filter((pod) => hasPodEnded(pod) && !pod.metadata.deletionTimestamp)
  if (ended.length <= MOST_ENDED) return
  const oldest = ended.sort((a, b) => (bornAt(a) < bornAt(b) ? -1 : 1)).slice(0, ended.length - MOST_ENDED)
  for (const pod of oldest) await kill(deps, pod)
}
