import { PODS } from '../../client/core-targets'
import { clone } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { keyOf, splitKey } from '../../client/object-key'
import type { ControllerCache } from '../watched-cache'
import { runNamed } from '../kit'
import type { ControllerRow } from '../controllers'
import { DEPLOYMENT_KIND, DEPLOYMENTS, deploymentOf, SETS } from './deployment-sets'
import { eventRecorder } from './events'
import { controllerOf, ownersOf } from './owners'
import { deploymentSelector, Rollout } from './deployment-rollout'

const NAME = 'deployment'

/** Replaces the pods of a deployment when its template changes, by scaling its replica sets (resource API, "Workloads"). */
export const deployment: ControllerRow = {
  name: NAME,
  defaultOn: 'with-workloads',
  account: 'deployment-controller',
  needs: ['apps/v1/deployments', 'apps/v1/replicasets', 'v1/pods'],
  start(deps) {
    const events = eventRecorder(deps, 'deployment-controller', DEPLOYMENT_KIND)
    /** The newest set version that this controller wrote for each deployment. */
    const written = new Map<string, number>()
    return runNamed(deps, NAME, {
      watches: [
        { target: DEPLOYMENTS, keys: (object) => [keyOf(object)] },
        { target: SETS, keys: (set, [all]) => ownersOf(set, DEPLOYMENT_KIND.kind, all, deploymentSelector) },
        { target: PODS, keys: (pod, caches) => recreated(pod, caches) },
      ],
      async reconcile(key, [deployments, sets, pods]) {
        const { namespace = '', name } = splitKey(key)
        const object = deployments?.get(namespace, name)
        if (!object) return void written.delete(key)
        if (!sets || (written.get(key) ?? 0) > sets.revision) return
        const rollout = new Rollout(
          deps,
          events,
          clone(object),
          () => pods?.list(namespace) ?? [],
          (set) => written.set(key, Number(set.metadata.resourceVersion)),
        )
        return rollout.sync(sets.list(namespace))
      },
    })
  },
}

/** A deployment with the Recreate strategy waits for its old pods to be deleted. */
function recreated(pod: ApiObject, [deployments, sets]: readonly ControllerCache[]): string[] {
  const owner = controllerOf(pod)
  const { namespace = '' } = pod.metadata
  const above = owner?.kind === 'ReplicaSet' ? sets?.get(namespace, owner.name) : undefined
  const name = above && controllerOf(above)?.name
  const object = name === undefined ? undefined : deployments?.get(namespace, name)
  return object && deploymentOf(object).spec?.strategy?.type === 'Recreate' ? [keyOf(object)] : []
}
