import type { ApiObject } from '../machinery/object'

/** A controller's cached view of one collection. Objects are shared: never change them. */
export interface ControllerCache {
  get(namespace: string | undefined, name: string): ApiObject | undefined
  /** All objects, or those of one namespace. */
  list(namespace?: string): ApiObject[]
  /** The objects for which the watch's `index` returns this value. */
  filed(under: string): ApiObject[]
  /** The newest resourceVersion seen, as a number: writes up to it are in the cache. */
  readonly revision: number
}

/** `<namespace>/<name>`, or only the name for cluster-scoped objects. */
export const keyOf = ({ metadata }: ApiObject): string =>
  metadata.namespace ? `${metadata.namespace}/${metadata.name ?? ''}` : (metadata.name ?? '')

/** Splits the result of `keyOf`. */
export function splitKey(key: string): { namespace: string | undefined; name: string } {
  const slash = key.indexOf('/')
  return slash < 0
    ? { namespace: undefined, name: key }
    : { namespace: key.slice(0, slash), name: key.slice(slash + 1) }
}

/** The latest state that one watch has delivered, by key. */
export class WatchedCache implements ControllerCache {
  private objects = new Map<string, ApiObject>()
  private readonly files = new Map<string, Map<string, ApiObject>>()
  revision = 0

  constructor(private readonly index: (object: ApiObject) => string | undefined) {}

  get(namespace: string | undefined, name: string): ApiObject | undefined {
    return this.objects.get(namespace ? `${namespace}/${name}` : name)
  }
  list(namespace?: string): ApiObject[] {
    const all = [...this.objects.values()]
    return namespace === undefined ? all : all.filter((object) => object.metadata.namespace === namespace)
  }
  filed(under: string): ApiObject[] {
    return [...(this.files.get(under)?.values() ?? [])]
  }
  /** Replaces the content. Returns the present and the removed objects. */
  replace(items: readonly ApiObject[]): ApiObject[] {
    const before = this.objects
    this.objects = new Map(items.map((object) => [keyOf(object), object]))
    this.files.clear()
    for (const [key, object] of this.objects) this.file(key, undefined, object)
    return [...items, ...[...before].filter(([key]) => !this.objects.has(key)).map(([, object]) => object)]
  }
  apply(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: ApiObject): ApiObject | undefined {
    const key = keyOf(object)
    const previous = this.objects.get(key)
    if (type === 'DELETED') this.objects.delete(key)
    else this.objects.set(key, object)
    this.file(key, previous, type === 'DELETED' ? undefined : object)
    return previous
  }
  private file(key: string, before: ApiObject | undefined, after: ApiObject | undefined): void {
    const [from, to] = [before && this.index(before), after && this.index(after)]
    if (from !== undefined && from !== to) {
      const others = this.files.get(from)
      others?.delete(key)
      if (others?.size === 0) this.files.delete(from)
    }
    if (to === undefined || !after) return
    const file = this.files.get(to) ?? new Map<string, ApiObject>()
    this.files.set(to, file.set(key, after))
  }
}
