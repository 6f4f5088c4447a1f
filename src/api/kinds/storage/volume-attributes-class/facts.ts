import { clusterScoped } from '../../../releases/rows'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const volumeAttributesClassFacts: KindFacts = {
  rows: [
    clusterScoped(
      'storage.orch.io',
      'volumeattributesclasses',
      'VolumeAttributesClass',
      {
        v1: { since: 34 },
        v1beta1: { since: 31, deprecated: 34, removed: 37 },
        v1alpha1: {
          since: 29,
          deprecated: 32,
          removed: 35,
          instead: 'storage.orch.io/v1',
          announced: { until: 34, instead: '' },
        },
      },
      { shortNames: ['vac'] },
    ),
  ],
}
