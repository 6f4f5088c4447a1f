import { namespaced, status } from '../../../releases/rows'
import { ALL, APPS_VERSIONS_BETA1, EXTENSIONS_SCALE, extensionsBeta, OLD_SCALES } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const deploymentFacts: KindFacts = {
  rows: [
    namespaced('apps', 'deployments', 'Deployment', APPS_VERSIONS_BETA1, {
      shortNames: ['deploy'],
      categories: ALL,
      subresources: [...OLD_SCALES, status],
    }),
    namespaced('extensions', 'deployments', 'Deployment', extensionsBeta('apps/v1'), {
      shortNames: ['deploy'],
      subresources: [EXTENSIONS_SCALE, status],
    }),
  ],
  roles: [
    { part: 'edit', group: 'apps', resources: ['deployments', 'deployments/rollback', 'deployments/scale'] },
    { part: 'edit', group: 'extensions', resources: ['deployments', 'deployments/rollback', 'deployments/scale'] },
    { part: 'view', group: 'apps', resources: ['deployments', 'deployments/scale', 'deployments/status'] },
    { part: 'view', group: 'extensions', resources: ['deployments', 'deployments/scale', 'deployments/status'] },
  ],
  references: { refers: true },
}
