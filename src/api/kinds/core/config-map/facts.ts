import { namespaced } from '../../../releases/rows'
import { CORE_VERSIONS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const configMapFacts: KindFacts = {
  rows: [namespaced('', 'configmaps', 'ConfigMap', CORE_VERSIONS, { shortNames: ['cm'] })],
  gatedFields: { ImmutableEphemeralVolumes: ['core.v1.ConfigMap immutable'] },
  roles: [
    { part: 'edit', group: '', resources: ['configmaps'] },
    { part: 'view', group: '', resources: ['configmaps'] },
  ],
  references: {
    namedBy: { configMap: { member: 'name' }, configMapRef: { member: 'name' }, configMapKeyRef: { member: 'name' } },
  },
}
