import { namespaced } from '../../../releases/rows'
import { CORE_VERSIONS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const secretFacts: KindFacts = {
  rows: [namespaced('', 'secrets', 'Secret', CORE_VERSIONS)],
  gatedFields: { ImmutableEphemeralVolumes: ['core.v1.Secret immutable'] },
  roles: [
    { part: 'edit-read', group: '', resources: ['secrets'] },
    { part: 'edit', group: '', resources: ['secrets'] },
  ],
  references: {
    namedBy: {
      secretName: {},
      secret: { member: 'name' },
      secretRef: { member: 'name' },
      secretKeyRef: { member: 'name' },
      secrets: { member: 'name' },
      imagePullSecrets: { member: 'name' },
    },
  },
}
