import { clusterScoped, writePart } from '../../../releases/rows'
import { removedFrom122 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const volumeAttachmentFacts: KindFacts = {
  rows: [
    clusterScoped(
      'storage.orch.io',
      'volumeattachments',
      'VolumeAttachment',
      {
        v1: { since: 13 },
        v1beta1: removedFrom122(10, 19),
        v1alpha1: { since: 9, deprecated: 21, removed: 23, announced: { until: 23, removed: 24 } },
      },
      { subresources: [writePart('status', { versions: ['v1'] })] },
    ),
  ],
}
