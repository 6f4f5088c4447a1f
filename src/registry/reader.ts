import type { ApiObject } from '../machinery/object'
import type { StateChange, GroupResource, ObjectReader } from '../machinery/reader'
import type { Entry, Store } from '../store/store'
import type { Catalogue } from './catalogue'
import type { HubType } from './resource-type'
import { hubForm, keyOf, prefixOf } from './storage'

/**
 * Reads hub versions synchronously from the store. Kinds that convert through a webhook are left out; no authorizer or plugin reads custom
 * types.
 */
export function createReader(store: Store, catalogue: Catalogue): ObjectReader {
  const now = (entry: Entry | undefined, hub: HubType): ApiObject | undefined => {
    if (!entry) return undefined
    const form = hubForm(entry, hub)
    return form instanceof Promise ? undefined : form
  }
  return {
    get(of: GroupResource, namespace, name) {
      const hub = catalogue.hub(of.group, of.resource)
      return hub && now(store.get(keyOf(hub, namespace ?? '', name)), hub)
    },
    list(of, namespace) {
      const hub = catalogue.hub(of.group, of.resource)
      if (!hub) return []
      return store.list(prefixOf(hub, namespace ?? '')).entries.flatMap((entry) => now(entry, hub) ?? [])
    },
    subscribe(of, listener: (change: StateChange) => void) {
      const hub = catalogue.hub(of.group, of.resource)
      if (!hub) return () => undefined
      return store.watch(hub.prefix, store.revision, (events) => {
        for (const event of events) {
          const previous = now(event.previous, hub)
          if (event.type === 'delete') {
            if (previous) listener({ type: 'removed', previous })
          } else {
            const object = now(event.entry, hub)
            if (object) listener({ type: 'set', object, ...(previous && { previous }) })
          }
        }
      })
    },
  }
}
