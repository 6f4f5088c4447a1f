import { PODS } from '../../client/core-targets'
import { type Disruption, disruptionTarget } from '../../api/kinds/core/pod/disruption-target'
import type { ApiObject } from '../../machinery/object'
import type { ControllerDeps } from '../controllers'
import { undefinedIfGone } from '../kit'

/** Sets a pod's DisruptionTarget condition, in releases that have it; `more` is merged into its status as well. */
export async function setDisruptionTarget(
  { client, clock, feature }: Pick<ControllerDeps, 'client' | 'clock' | 'feature'>,
  pod: ApiObject,
  why: Disruption | undefined,
  more: object = {},
): Promise<void> {
  const condition = why && disruptionTarget(pod, why, clock.now(), feature)
  if (!condition && Object.keys(more).length === 0) return
  const { name = '', namespace, uid } = pod.metadata
  const status = { ...more, ...(condition && { conditions: [condition] }) }
  const at = { ...PODS, namespace }
  await undefinedIfGone(client.patch(at, name, 'strategic', { metadata: { uid }, status }, { subresource: 'status' }))
}
