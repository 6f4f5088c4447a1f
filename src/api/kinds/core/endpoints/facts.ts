import { namespaced } from '../../../releases/rows'
import { CORE_VERSIONS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const endpointsFacts: KindFacts = {
  rows: [namespaced('', 'endpoints', 'Endpoints', CORE_VERSIONS, { shortNames: ['ep'] })],
  gatedFields: { ServiceAppProtocol: ['core.v1.EndpointPort appProtocol'] },
  roles: [
    { part: 'edit', group: '', resources: ['endpoints'] },
    { part: 'view', group: '', resources: ['endpoints'] },
  ],
  references: { refers: true },
}
