import { namespaced, status } from '../../../releases/rows'
import { ALL, APPS_VERSIONS_BETA1, OLD_SCALES } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const statefulSetFacts: KindFacts = {
  rows: [
    namespaced('apps', 'statefulsets', 'StatefulSet', APPS_VERSIONS_BETA1, {
      shortNames: ['sts'],
      categories: ALL,
      subresources: [...OLD_SCALES, status],
    }),
  ],
  gatedFields: {
    MaxUnavailableStatefulSet: [
      'apps.v1.RollingUpdateStatefulSetStrategy maxUnavailable',
      'apps.v1beta1.RollingUpdateStatefulSetStrategy maxUnavailable',
      'apps.v1beta2.RollingUpdateStatefulSetStrategy maxUnavailable',
    ],
    StatefulSetAutoDeletePVC: [
      'apps.v1.StatefulSetSpec persistentVolumeClaimRetentionPolicy',
      'apps.v1beta1.StatefulSetSpec persistentVolumeClaimRetentionPolicy',
      'apps.v1beta2.StatefulSetSpec persistentVolumeClaimRetentionPolicy',
    ],
    StatefulSetMinReadySeconds: [
      'apps.v1.StatefulSetSpec minReadySeconds',
      'apps.v1beta1.StatefulSetSpec minReadySeconds',
      'apps.v1beta2.StatefulSetSpec minReadySeconds',
    ],
    StatefulSetStartOrdinal: [
      'apps.v1.StatefulSetSpec ordinals',
      'apps.v1beta1.StatefulSetSpec ordinals',
      'apps.v1beta2.StatefulSetSpec ordinals',
    ],
  },
  addedFields: {
    22: [
      'apps.v1.StatefulSetStatus availableReplicas',
      'apps.v1beta1.StatefulSetStatus availableReplicas',
      'apps.v1beta2.StatefulSetStatus availableReplicas',
    ],
  },
  roles: [
    { part: 'edit', group: 'apps', resources: ['statefulsets', 'statefulsets/scale'] },
    { part: 'view', group: 'apps', resources: ['statefulsets', 'statefulsets/scale', 'statefulsets/status'] },
  ],
  references: { refers: true },
}
