import { clusterScoped, status } from '../../../releases/rows'
import type { KindFacts } from '../../facts'
import { FLOWCONTROL_VERSIONS } from '../versions'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const flowSchemaFacts: KindFacts = {
  rows: [
    clusterScoped('flowcontrol.apiserver.orch.io', 'flowschemas', 'FlowSchema', FLOWCONTROL_VERSIONS, {
      subresources: [status],
    }),
  ],
}
