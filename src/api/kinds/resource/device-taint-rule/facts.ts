import { clusterScoped, status } from '../../../releases/rows'
import { untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const deviceTaintRuleFacts: KindFacts = {
  rows: [
    clusterScoped(
      'resource.orch.io',
      'devicetaintrules',
      'DeviceTaintRule',
      { v1beta2: untold(36), v1alpha3: untold(33) },
      { subresources: [{ ...status, since: 35 }] },
    ),
  ],
}
