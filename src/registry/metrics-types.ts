import type { KindBehaviour } from '../api/kind'
import { nodeMetrics, podMetrics } from '../api/kinds/metrics/usage-metrics'
import type { Catalogue } from './catalogue'
import { storePrefix } from './resource-type'

const VERSION = 'v1beta1'

/** Serves node and pod metrics, like the aggregated metrics server of a real cluster. */
export function addMetricsTypes(catalogue: Catalogue): void {
  const add = (behaviour: KindBehaviour, namespaced: boolean): void => {
    const { group, resource, kind } = behaviour
    catalogue.add({
      group,
      version: VERSION,
      apiVersion: `${group}/${VERSION}`,
      resource,
      singular: '',
      kind,
      listKind: `${kind}List`,
      namespaced,
      verbs: ['get', 'list'],
      shortNames: [],
      categories: [],
      subresources: new Map(),
      schema: undefined,
      custom: false,
      applyDefaults: () => undefined,
      toHub: (object) => object,
      fromHub: (object) => object,
      hub: {
        group,
        resource,
        kind,
        version: VERSION,
        namespaced,
        behaviour,
        storedAs: undefined,
        prefix: storePrefix(group, resource),
        fromStored: (stored) => stored,
        toStored: (hub) => hub,
      },
    })
  }
  add(nodeMetrics, false)
  add(podMetrics, true)
}
