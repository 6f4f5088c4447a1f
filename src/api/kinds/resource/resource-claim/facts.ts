import { namespaced, status } from '../../../releases/rows'
import type { KindFacts } from '../../facts'
import { RESOURCE_VERSIONS } from '../versions'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const resourceClaimFacts: KindFacts = {
  rows: [
    namespaced('resource.orch.io', 'resourceclaims', 'ResourceClaim', RESOURCE_VERSIONS, { subresources: [status] }),
  ],
}
