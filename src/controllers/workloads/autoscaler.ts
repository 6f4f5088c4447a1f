import { hasVersion } from '../../api/releases/resources'
import type { Target } from '../../client/targets'
import { roleFor } from '../../life/roles'
import { keyOf, splitKey } from '../../client/object-key'
import type { RequeueAfter } from '../work-queue'
import type { ControllerRow } from '../controllers'
import { runNamed } from '../kit'
import { eventRecorder } from './events'
import { type Memory, AutoscalerSync } from './autoscaler-sync'

const NAME = 'horizontalpodautoscaling'
const GROUP = 'autoscaling'
const PERIOD_MS = 15_000

/** Scales workloads by the resource usage of their pods (resource API, "Scale"). */
export const autoscaler: ControllerRow = {
  name: NAME,
  defaultOn: 'with-nodes',
  account: 'horizontal-pod-autoscaler',
  needs: [`${GROUP}/*/horizontalpodautoscalers`, 'v1/pods', 'metrics.orch.io/v1beta1/pods'],
  roles: roleFor('metrics-reader', [
    { verbs: ['get', 'list'], apiGroups: ['metrics.orch.io'], resources: ['pods', 'nodes'] },
  ]),
  start(deps) {
    const version = hasVersion(GROUP, 'horizontalpodautoscalers', 'v2', deps.release) ? 'v2' : 'v2beta2'
    const target: Target = { group: GROUP, version, resource: 'horizontalpodautoscalers' }
    const events = eventRecorder(deps, 'horizontal-pod-autoscaler', {
      apiVersion: `${GROUP}/${version}`,
      kind: 'HorizontalPodAutoscaler',
    })
    const memories = new Map<string, Memory>()
    const lastSync = new Map<string, number>()
    return runNamed(deps, NAME, {
      watches: [{ target, keys: (object) => [keyOf(object)] }],
      async reconcile(key, [scalers]): Promise<RequeueAfter | void> {
        const { namespace, name } = splitKey(key)
        const object = scalers?.get(namespace, name)
        if (!object) {
          memories.delete(key)
          lastSync.delete(key)
          return
        }
        // The controller's own writes come back as events, which must not shorten the period.
        const due = (lastSync.get(key) ?? -Infinity) + PERIOD_MS - deps.clock.now()
        if (due > 0) return { afterMs: due }
        lastSync.set(key, deps.clock.now())
        const memory = memories.get(key) ?? { recommendations: [], changes: [] }
        memories.set(key, memory)
        await new AutoscalerSync(deps, events, target, object, memory).sync()
        return { afterMs: PERIOD_MS }
      },
    })
  },
}
