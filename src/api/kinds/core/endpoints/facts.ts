import { namespaced } from '../../../releases/rows'
import { CORE_VERSIONS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const endpointsFacts: KindFacts = {
  rows: [namespaced('', 'endpoints', 'Endpoints', CORE_VERSIONS, { shortNames: ['ep'] })],
  gatedFields: { ServiceAppProtocol: ['core.v1.EndpointPort appProtocol'] },
  roles: [
    { part: 'edit', group: '', resources: ['endpoints'] },
    { part: 'view', group: '', resources: ['endpoints'] },
  ],
  references: { refers: true },
}
