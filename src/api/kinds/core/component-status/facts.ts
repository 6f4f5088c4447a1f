import { clusterScoped } from '../../../releases/rows'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
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
