import { namespaced } from '../../../releases/rows'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const endpointSliceFacts: KindFacts = {
  rows: [
    namespaced('discovery.orch.io', 'endpointslices', 'EndpointSlice', {
      v1: { since: 21 },
      v1beta1: { since: 17, deprecated: 21, removed: 25 },
    }),
  ],
  gatedFields: {
    EndpointSliceNodeName: ['discovery.v1.Endpoint nodeName', 'discovery.v1beta1.Endpoint nodeName'],
    EndpointSliceTerminatingCondition: [
      'discovery.v1.EndpointConditions serving terminating',
      'discovery.v1beta1.EndpointConditions serving terminating',
    ],
    TopologyAwareHints: ['discovery.v1.Endpoint hints', 'discovery.v1beta1.Endpoint hints'],
  },
}
