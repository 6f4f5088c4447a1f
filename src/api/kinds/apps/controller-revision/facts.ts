import { namespaced } from '../../../releases/rows'
import { APPS_VERSIONS_BETA1 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const controllerRevisionFacts: KindFacts = {
  rows: [namespaced('apps', 'controllerrevisions', 'ControllerRevision', APPS_VERSIONS_BETA1)],
  roles: [{ part: 'view', group: 'apps', resources: ['controllerrevisions'] }],
}
