import { clusterScoped } from '../../../releases/rows'
import { EXTENSIBLE, removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const validatingWebhookConfigurationFacts: KindFacts = {
  rows: [
    clusterScoped(
      'admissionregistration.orch.io',
      'validatingwebhookconfigurations',
      'ValidatingWebhookConfiguration',
      { v1: { since: 16 }, v1beta1: removedFrom122(9, 16) },
      { categories: EXTENSIBLE },
    ),
  ],
  gatedFields: {
    AdmissionWebhookMatchConditions: [
      'admissionregistration.v1.ValidatingWebhook matchConditions',
      'admissionregistration.v1beta1.ValidatingWebhook matchConditions',
    ],
  },
}
