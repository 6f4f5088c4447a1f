import { clusterScoped, status } from '../../../releases/rows'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const storageVersionFacts: KindFacts = {
  rows: [
    clusterScoped(
      'internal.apiserver.orch.io',
      'storageversions',
      'StorageVersion',
      { v1alpha1: { since: 20 } },
      { subresources: [status] },
    ),
  ],
}
