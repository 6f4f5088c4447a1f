import { namespaced, status } from '../../../releases/rows'
import type { KindFacts } from '../../facts'
import { RESOURCE_VERSIONS } from '../versions'

/** Served versions by release, gated fields and default roles of this kind. */
export const resourceClaimFacts: KindFacts = {
  rows: [
    namespaced('resource.orch.io', 'resourceclaims', 'ResourceClaim', RESOURCE_VERSIONS, { subresources: [status] }),
  ],
}
