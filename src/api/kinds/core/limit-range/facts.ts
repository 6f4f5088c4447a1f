import { namespaced } from '../../../releases/rows'
import { CORE_VERSIONS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const limitRangeFacts: KindFacts = {
  rows: [namespaced('', 'limitranges', 'LimitRange', CORE_VERSIONS, { shortNames: ['limits'] })],
  roles: [{ part: 'view-state', group: '', resources: ['limitranges'] }],
}
