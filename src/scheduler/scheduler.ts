import { NAMESPACES, NODES, PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS, PODS } from '../client/core-targets'
import { behaves } from '../api/releases/ledger'
import { hasVersion } from '../api/releases/resources'
import type { Target } from '../client/targets'
import type { ControllerRow } from '../controllers/controllers'
import { runNamed } from '../controllers/kit'
import { CLASSES } from '../controllers/storage/volumes'
import { SchedulingLoop } from './scheduling-loop'

const NAME = 'scheduler'

/** Bindings that are written concurrently, as by a real scheduler. The decisions themselves are made one after another. */
const BINDINGS_AT_ONCE = 4

const budgetsAt = (release: number): Target => ({
  group: 'policy',
  version: hasVersion('policy', 'poddisruptionbudgets', 'v1', release) ? 'v1' : 'v1beta1',
  resource: 'poddisruptionbudgets',
})

/** Assigns pods to nodes: filters determine where a pod may go, scores which of those nodes is best (resource API, "Binding"). */
export const scheduler: ControllerRow = {
  name: NAME,
  defaultOn: 'with-nodes',
  user: 'system:orch-scheduler',
  program: 'orch-scheduler',
  needs: [
    'v1/pods',
    'v1/nodes',
    'v1/namespaces',
    'v1/persistentvolumeclaims',
    'v1/persistentvolumes',
    'storage.orch.io/v1/storageclasses',
    'policy/*/poddisruptionbudgets',
  ],
  start(deps) {
    const loop = new SchedulingLoop(deps)
    const waiting = () => loop.waiting()
    return runNamed(deps, NAME, {
      workers: BINDINGS_AT_ONCE,
      rank: (key) => loop.rank(key),
      watches: [
        { target: PODS, keys: (pod, caches) => loop.podChanged(pod, caches) },
        { target: NODES, keys: (node, caches) => loop.nodeChanged(node, caches) },
        { target: PERSISTENT_VOLUME_CLAIMS, keys: waiting },
        { target: PERSISTENT_VOLUMES, keys: waiting },
        { target: CLASSES, keys: waiting },
        { target: budgetsAt(deps.release), keys: () => [] },
        ...(behaves('scheduler-reads-namespaces', deps.release) ? [{ target: NAMESPACES, keys: () => [] }] : []),
      ],
      reconcile: (key, caches) => loop.schedule(key, caches),
    })
  },
}
