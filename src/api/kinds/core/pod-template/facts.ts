import { namespaced } from '../../../releases/rows'
import { CORE_VERSIONS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const podTemplateFacts: KindFacts = {
  rows: [namespaced('', 'podtemplates', 'PodTemplate', CORE_VERSIONS)],
}
