import type { ApiObject } from '../machinery/object'
import type { StateChange, GroupResource, ObjectReader } from '../machinery/reader'

/** A reader over objects that tests add and remove. */
export class MemoryReader implements ObjectReader {
  private readonly objects = new Map<string, Map<string, ApiObject>>()
  private readonly listeners = new Map<string, Set<(change: StateChange) => void>>()

  put(of: GroupResource, ...objects: readonly ApiObject[]): this {
    for (const object of objects) {
      const all = this.all(of)
      const key = keyOf(object.metadata.namespace, object.metadata.name ?? '')
      const previous = all.get(key)
      all.set(key, object)
      this.tell(of, { type: 'set', object, ...(previous && { previous }) })
    }
    return this
  }
  remove(of: GroupResource, namespace: string | undefined, name: string): void {
    const all = this.all(of)
    const previous = all.get(keyOf(namespace, name))
    if (!previous) return
    all.delete(keyOf(namespace, name))
    this.tell(of, { type: 'removed', previous })
  }

  get(of: GroupResource, namespace: string | undefined, name: string): ApiObject | undefined {
    return this.all(of).get(keyOf(namespace, name))
  }
  list(of: GroupResource, namespace?: string): readonly ApiObject[] {
    return [...this.all(of)]
      .filter(([, object]) => namespace === undefined || object.metadata.namespace === namespace)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, object]) => object)
  }
  subscribe(of: GroupResource, listener: (change: StateChange) => void): () => void {
    const listeners = this.listeners.get(resourceKey(of)) ?? new Set()
    this.listeners.set(resourceKey(of), listeners.add(listener))
    return () => listeners.delete(listener)
  }

  private all(of: GroupResource): Map<string, ApiObject> {
    const known = this.objects.get(resourceKey(of))
    if (known) return known
    const made = new Map<string, ApiObject>()
    this.objects.set(resourceKey(of), made)
    return made
  }
  private tell(of: GroupResource, change: StateChange): void {
    for (const listener of this.listeners.get(resourceKey(of)) ?? []) listener(change)
  }
}

const keyOf = (namespace: string | undefined, name: string): string => `${namespace ?? ''}/${name}`
const resourceKey = ({ group, resource }: GroupResource): string => `${group}/${resource}`
