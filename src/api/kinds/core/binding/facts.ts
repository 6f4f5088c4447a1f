import { namespaced } from '../../../releases/rows'
import { CORE_VERSIONS, CREATE_ONLY } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const bindingFacts: KindFacts = {
  rows: [namespaced('', 'bindings', 'Binding', CORE_VERSIONS, CREATE_ONLY)],
  roles: [{ part: 'view-state', group: '', resources: ['bindings'] }],
}
