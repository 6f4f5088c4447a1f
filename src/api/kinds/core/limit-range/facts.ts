import { namespaced } from '../../../releases/rows'
import { CORE_VERSIONS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const limitRangeFacts: KindFacts = {
  rows: [namespaced('', 'limitranges', 'LimitRange', CORE_VERSIONS, { shortNames: ['limits'] })],
  roles: [{ part: 'view-state', group: '', resources: ['limitranges'] }],
}
