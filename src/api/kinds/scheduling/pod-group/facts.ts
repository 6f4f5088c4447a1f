import { namespaced, status } from '../../../releases/rows'
import { untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const podGroupFacts: KindFacts = {
  rows: [
    namespaced('scheduling.orch.io', 'podgroups', 'PodGroup', { v1alpha2: untold(36) }, { subresources: [status] }),
  ],
}
