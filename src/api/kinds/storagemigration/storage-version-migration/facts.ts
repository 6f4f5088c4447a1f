import { clusterScoped, status } from '../../../releases/rows'
import { untold } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const storageVersionMigrationFacts: KindFacts = {
  rows: [
    clusterScoped(
      'storagemigration.orch.io',
      'storageversionmigrations',
      'StorageVersionMigration',
      { v1beta1: untold(35), v1alpha1: { ...untold(30, 35), announced: { until: 35, removed: 36 } } },
      { subresources: [status] },
    ),
  ],
}
