import { clusterScoped, status } from '../../../releases/rows'
import { VERSIONS } from '../versions'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const priorityLevelConfigurationFacts: KindFacts = {
  rows: [
    clusterScoped(
      'flowcontrol.apiserver.orch.io',
      'prioritylevelconfigurations',
      'PriorityLevelConfiguration',
      VERSIONS,
      { subresources: [status] },
    ),
  ],
}
