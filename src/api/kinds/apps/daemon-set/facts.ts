import { namespaced, status } from '../../../releases/rows'
import { ALL, APPS_VERSIONS, extensionsBeta } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const daemonSetFacts: KindFacts = {
  rows: [
    namespaced('apps', 'daemonsets', 'DaemonSet', APPS_VERSIONS, {
      shortNames: ['ds'],
      categories: ALL,
      subresources: [status],
    }),
    namespaced('extensions', 'daemonsets', 'DaemonSet', extensionsBeta('apps/v1'), {
      shortNames: ['ds'],
      subresources: [status],
    }),
  ],
  gatedFields: {
    DaemonSetUpdateSurge: [
      'apps.v1.RollingUpdateDaemonSet maxSurge',
      'apps.v1beta2.RollingUpdateDaemonSet maxSurge',
      'extensions.v1beta1.RollingUpdateDaemonSet maxSurge',
    ],
  },
  roles: [
    { part: 'edit', group: 'apps', resources: ['daemonsets'] },
    { part: 'edit', group: 'extensions', resources: ['daemonsets'] },
    { part: 'view', group: 'apps', resources: ['daemonsets', 'daemonsets/status'] },
    { part: 'view', group: 'extensions', resources: ['daemonsets', 'daemonsets/status'] },
  ],
  references: { refers: true },
}
