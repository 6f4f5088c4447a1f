import { namespaced, status } from '../../../releases/rows'
import { ALL } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const cronJobFacts: KindFacts = {
  rows: [
    namespaced(
      'batch',
      'cronjobs',
      'CronJob',
      {
        v1: { since: 21 },
        v1beta1: { since: 8, deprecated: 21, removed: 25 },
        v2alpha1: { since: 5, deprecated: 21, removed: 21 },
      },
      { shortNames: ['cj'], categories: ALL, subresources: [status] },
    ),
  ],
  gatedFields: {
    CronJobTimeZone: [
      'batch.v1.CronJobSpec timeZone',
      'batch.v1beta1.CronJobSpec timeZone',
      'batch.v2alpha1.CronJobSpec timeZone',
    ],
  },
  addedFields: {
    21: [
      'batch.v1.CronJobStatus lastSuccessfulTime',
      'batch.v1beta1.CronJobStatus lastSuccessfulTime',
      'batch.v2alpha1.CronJobStatus lastSuccessfulTime',
    ],
  },
  roles: [
    { part: 'edit', group: 'batch', resources: ['cronjobs'] },
    { part: 'view', group: 'batch', resources: ['cronjobs', 'cronjobs/status'] },
  ],
  references: { refers: true },
}
