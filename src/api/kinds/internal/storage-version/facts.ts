import { clusterScoped, status } from '../../../releases/rows'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
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
