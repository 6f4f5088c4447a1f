import { clusterScoped, connection, status } from '../../../releases/rows'
import { CORE_VERSIONS, PROXY_VERBS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const nodeFacts: KindFacts = {
  rows: [
    clusterScoped('', 'nodes', 'Node', CORE_VERSIONS, {
      shortNames: ['no'],
      subresources: [connection('proxy', 'NodeProxyOptions', PROXY_VERBS), status],
    }),
  ],
  gatedFields: { DynamicKubeletConfig: ['core.v1.NodeSpec configSource', 'core.v1.NodeStatus config'] },
  references: { namedBy: { nodeName: {} } },
}
