import { namespaced, status } from '../../../releases/rows'
import { CORE_VERSIONS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const resourceQuotaFacts: KindFacts = {
  rows: [
    namespaced('', 'resourcequotas', 'ResourceQuota', CORE_VERSIONS, { shortNames: ['quota'], subresources: [status] }),
  ],
  roles: [{ part: 'view-state', group: '', resources: ['resourcequotas', 'resourcequotas/status'] }],
}
