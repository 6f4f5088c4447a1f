import { connection, namespaced, status } from '../../../releases/rows'
import { ALL, CORE_VERSIONS, PROXY_VERBS } from '../../../releases/row-parts'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const serviceFacts: KindFacts = {
  rows: [
    namespaced('', 'services', 'Service', CORE_VERSIONS, {
      shortNames: ['svc'],
      categories: ALL,
      laterVerbs: { deletecollection: 23 },
      subresources: [connection('proxy', 'ServiceProxyOptions', PROXY_VERBS), status],
    }),
  ],
  gatedFields: {
    IPv6DualStack: ['core.v1.ServiceSpec ipFamilies ipFamilyPolicy'],
    ServiceAppProtocol: ['core.v1.ServicePort appProtocol'],
    ServiceInternalTrafficPolicy: ['core.v1.ServiceSpec internalTrafficPolicy'],
    ServiceLBNodePortControl: ['core.v1.ServiceSpec allocateLoadBalancerNodePorts'],
    ServiceLoadBalancerClass: ['core.v1.ServiceSpec loadBalancerClass'],
  },
  addedFields: { 20: ['core.v1.ServiceSpec clusterIPs ipFamilies ipFamilyPolicy'] },
  roles: [
    { part: 'edit-read', group: '', resources: ['services/proxy'] },
    { part: 'edit', group: '', resources: ['services', 'services/proxy'] },
    { part: 'view', group: '', resources: ['services', 'services/status'] },
  ],
  references: {
    refers: true,
    selectsPods: { path: ['spec', 'selector'], form: 'labels' },
    namedBy: { serviceName: {}, service: { member: 'name' } },
  },
}
