import type * as core from 'kt126/core/v1'
import { NODES, PODS } from '../client/core-targets'
import { asDraft } from '../api/kinds/meta/draft'
import type { ApiObject } from '../machinery/object'
import { keyOf } from '../client/object-key'
import { runNamed } from '../controllers/kit'
import type { ControllerRow } from '../controllers/controllers'
import { LEASES, readiness } from './node-health'
import { NodeMonitor } from './node-monitor'

const NAME = 'nodelifecycle'
const nodeOf = (pod: ApiObject): string => asDraft<core.Pod>(pod).spec?.nodeName ?? ''

/** Announces nodes, taints them by their conditions, detects unreachable ones, and evicts pods that don't tolerate a taint. */
export const nodeLifecycle: ControllerRow = {
  name: NAME,
  defaultOn: 'with-workloads',
  account: 'node-controller',
  needs: ['v1/nodes', 'v1/pods', 'coordination.orch.io/v1/leases'],
  start(deps) {
    const monitor = new NodeMonitor(deps)
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
      triggers(add) {
        monitor.lookAgain = add
        return () => undefined
      },
      reconcile: (name, [nodes, pods, leases]) => monitor.reconcile(name, { nodes, pods, leases }),
    })
  },
}

/** Whether a node exists, is ready, and has no taints from its conditions. */
const isWell = (node: ApiObject | undefined): boolean =>
  node !== undefined && !losesPods(node) && readiness(node) === 'True'

/** Whether a node has a NoExecute taint, so that its pods may be evicted. */
const losesPods = (node: ApiObject | undefined): boolean =>
  (asDraft<core.Node>(node).spec?.taints ?? []).some(({ effect }) => effect === 'NoExecute')
