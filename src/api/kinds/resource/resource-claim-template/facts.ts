import { namespaced } from '../../../releases/rows'
import type { KindFacts } from '../../facts'
import { RESOURCE_VERSIONS } from '../versions'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const resourceClaimTemplateFacts: KindFacts = {
  rows: [namespaced('resource.orch.io', 'resourceclaimtemplates', 'ResourceClaimTemplate', RESOURCE_VERSIONS)],
}
