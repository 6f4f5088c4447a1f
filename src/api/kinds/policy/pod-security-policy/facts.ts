import { clusterScoped } from '../../../releases/rows'
import { extensionsBeta } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const podSecurityPolicyFacts: KindFacts = {
  gatedFields: {
    ProcMountType: [
      'extensions.v1beta1.PodSecurityPolicySpec allowedProcMountTypes',
      'policy.v1beta1.PodSecurityPolicySpec allowedProcMountTypes',
    ],
  },
  rows: [
    clusterScoped('extensions', 'podsecuritypolicies', 'PodSecurityPolicy', extensionsBeta('policy/v1beta1'), {
      shortNames: ['psp'],
    }),
    clusterScoped(
      'policy',
      'podsecuritypolicies',
      'PodSecurityPolicy',
      { v1beta1: { since: 10, deprecated: 21, removed: 25, instead: '' } },
      { shortNames: ['psp'] },
    ),
  ],
}
