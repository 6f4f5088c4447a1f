import { clusterScoped } from '../../../releases/rows'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const componentStatusFacts: KindFacts = {
  rows: [
    clusterScoped(
      '',
      'componentstatuses',
      'ComponentStatus',
      { v1: { since: 0, deprecated: 19, instead: '' } },
      { verbs: ['get', 'list'], shortNames: ['cs'] },
    ),
  ],
}
