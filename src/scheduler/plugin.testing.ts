import type { ApiObject } from '../machinery/object'
import type { ClusterView } from './plugin'
import { standardProfile } from './profiles'
import { Snapshot } from './snapshot'

/** What plugins see of a pod that is to be placed in a cluster of these nodes and pods. */
export function view(
  pod: ApiObject,
  nodes: readonly ApiObject[],
  pods: readonly ApiObject[],
  more: Partial<ClusterView> = {},
): ClusterView {
  const snapshot = new Snapshot()
  for (const other of pods) snapshot.changed(other, other)
  snapshot.update(nodes)
  const none = () => undefined
  return {
    release: 35,
    pod,
    profile: standardProfile('default-scheduler'),
    nodes: snapshot.nodes(),
    claims: none,
    volumes: none,
    allVolumes: () => [],
    classes: none,
    namespaces: [],
    budgets: [],
    ...more,
  }
}
