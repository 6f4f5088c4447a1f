import { namespaced, status } from '../../../releases/rows'
import { untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const podGroupFacts: KindFacts = {
  rows: [
    namespaced('scheduling.orch.io', 'podgroups', 'PodGroup', { v1alpha2: untold(36) }, { subresources: [status] }),
  ],
}
