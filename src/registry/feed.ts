import type { FeedItem, FeedTarget, MetadataInformer } from '../machinery/feed'
import { type ApiObject, parseApiVersion } from '../machinery/object'
import type { Entry, Store } from '../store/store'
import type { Catalogue } from './catalogue'
import type { HubType } from './resource-type'

/** Reads metadata directly from stored objects: it is the same in all versions of a kind. */
export function createFeed(store: Store, catalogue: Catalogue): MetadataInformer {
  let generation = -1
  let byPrefix = new Map<string, FeedTarget>()
  const refresh = (): Map<string, FeedTarget> => {
    if (generation === catalogue.generation) return byPrefix
    byPrefix = new Map(
      catalogue.allHubs().flatMap((hub) => {
        const target = targetOf(catalogue, hub)
        return target ? [[hub.prefix, target] as const] : []
      }),
    )
    generation = catalogue.generation
    return byPrefix
  }
  const itemOf = (entry: Entry): FeedItem | undefined => {
    const prefix = entry.key.slice(0, entry.key.indexOf('/', entry.key.indexOf('/', 1) + 1) + 1)
    const target = refresh().get(prefix)
    const { metadata } = entry.value as Partial<ApiObject>
    return target && metadata ? { target, metadata } : undefined
  }
  return {
    targets: () => [...refresh().values()],
    resolve(apiVersion, kind) {
      const parsed = parseApiVersion(apiVersion)
      const type = parsed && catalogue.findKind(parsed.group, parsed.version, kind)
      return type && refresh().get(type.hub.prefix)
    },
    all: () => store.list('/').entries.flatMap((entry) => itemOf(entry) ?? []),
    subscribe: (listener) =>
      store.watch('/', store.revision, (events) => {
        for (const event of events) {
          const item = itemOf(event.type === 'delete' ? event.previous : event.entry)
          if (item) listener(event.type === 'delete' ? 'removed' : 'set', item)
        }
      }),
  }
}

function targetOf(catalogue: Catalogue, hub: HubType): FeedTarget | undefined {
  const types = catalogue.typesOfHub(hub)
  const type = types.find(({ group, version }) => group === hub.group && version === hub.version) ?? types[0]
  return (
    type && {
      group: type.group,
      version: type.version,
      resource: type.resource,
      kind: type.kind,
      namespaced: type.namespaced,
      verbs: type.verbs,
    }
  )
}
