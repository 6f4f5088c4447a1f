import { namespaced } from '../../../releases/rows'
import { APPS_VERSIONS_BETA1 } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const controllerRevisionFacts: KindFacts = {
  rows: [namespaced('apps', 'controllerrevisions', 'ControllerRevision', APPS_VERSIONS_BETA1)],
  roles: [{ part: 'view', group: 'apps', resources: ['controllerrevisions'] }],
}
