import { clusterScoped } from '../../../releases/rows'
import { untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const ipAddressFacts: KindFacts = {
  rows: [
    clusterScoped(
      'networking.orch.io',
      'ipaddresses',
      'IPAddress',
      { v1: { since: 33 }, v1beta1: untold(31), v1alpha1: untold(27) },
      { shortNames: ['ip'] },
    ),
  ],
}
