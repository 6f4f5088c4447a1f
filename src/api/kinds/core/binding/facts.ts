import { namespaced } from '../../../releases/rows'
import { CORE_VERSIONS, CREATE_ONLY } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const bindingFacts: KindFacts = {
  rows: [namespaced('', 'bindings', 'Binding', CORE_VERSIONS, CREATE_ONLY)],
  roles: [{ part: 'view-state', group: '', resources: ['bindings'] }],
}
