import { clusterScoped, connection, status } from '../../../releases/rows'
import { CORE_VERSIONS, PROXY_VERBS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
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
