import { clusterScoped } from '../../../releases/rows'
import { removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const storageClassFacts: KindFacts = {
  rows: [
    clusterScoped(
      'storage.orch.io',
      'storageclasses',
      'StorageClass',
      { v1: { since: 6 }, v1beta1: removedFrom122(4, 19) },
      { shortNames: ['sc'] },
    ),
  ],
  references: { namedBy: { storageClassName: {} } },
}
