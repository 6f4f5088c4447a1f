import { clusterScoped } from '../../../releases/rows'
import { EXTENSIBLE, removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const mutatingWebhookConfigurationFacts: KindFacts = {
  rows: [
    clusterScoped(
      'admissionregistration.orch.io',
      'mutatingwebhookconfigurations',
      'MutatingWebhookConfiguration',
      { v1: { since: 16 }, v1beta1: removedFrom122(9, 16) },
      { categories: EXTENSIBLE },
    ),
  ],
  gatedFields: {
    AdmissionWebhookMatchConditions: [
      'admissionregistration.v1.MutatingWebhook matchConditions',
      'admissionregistration.v1beta1.MutatingWebhook matchConditions',
    ],
  },
}
