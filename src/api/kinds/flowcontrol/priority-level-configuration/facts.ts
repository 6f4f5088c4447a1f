import { clusterScoped, status } from '../../../releases/rows'
import type { KindFacts } from '../../facts'
import { FLOWCONTROL_VERSIONS } from '../versions'

/** Served versions by release, gated fields and default roles of this kind. */
export const priorityLevelConfigurationFacts: KindFacts = {
  rows: [
    clusterScoped(
      'flowcontrol.apiserver.orch.io',
      'prioritylevelconfigurations',
      'PriorityLevelConfiguration',
      FLOWCONTROL_VERSIONS,
      { subresources: [status] },
    ),
  ],
  addedFields: {
    26: ['v1alpha1', 'v1beta1', 'v1beta2'].map(
      (version) => `flowcontrol.${version}.LimitedPriorityLevelConfiguration borrowingLimitPercent lendablePercent`,
    ),
  },
}
