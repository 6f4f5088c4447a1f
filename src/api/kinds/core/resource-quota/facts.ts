import { namespaced, status } from '../../../releases/rows'
import { CORE_VERSIONS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const resourceQuotaFacts: KindFacts = {
  rows: [
    namespaced('', 'resourcequotas', 'ResourceQuota', CORE_VERSIONS, { shortNames: ['quota'], subresources: [status] }),
  ],
  roles: [{ part: 'view-state', group: '', resources: ['resourcequotas', 'resourcequotas/status'] }],
}
