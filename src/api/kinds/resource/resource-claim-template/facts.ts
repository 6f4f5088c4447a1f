import { namespaced } from '../../../releases/rows'
import type { KindFacts } from '../../facts'
import { RESOURCE_VERSIONS } from '../versions'

/** Served versions by release, gated fields and default roles of this kind. */
export const resourceClaimTemplateFacts: KindFacts = {
  rows: [namespaced('resource.orch.io', 'resourceclaimtemplates', 'ResourceClaimTemplate', RESOURCE_VERSIONS)],
}
