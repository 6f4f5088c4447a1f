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

/** The latest state that one watch has delivered, by key. The objects are those of the watch; only the index is its own. */
export class WatchedCache implements ControllerCache {
  private objects: ReadonlyMap<string, ApiObject> = new Map()
  /** The keys of the objects under each value of the index. */
  private readonly files = new Map<string, Set<string>>()
  revision = 0

  constructor(private readonly index: ((object: ApiObject) => string) | undefined) {}

  get(namespace: string | undefined, name: string): ApiObject | undefined {
    return this.objects.get(namespace ? `${namespace}/${name}` : name)
  }
  list(namespace?: string): ApiObject[] {
    const all = [...this.objects.values()]
    return namespace === undefined ? all : all.filter((object) => object.metadata.namespace === namespace)
  }
  filed(under: string): ApiObject[] {
    const found: ApiObject[] = []
    for (const key of this.files.get(under) ?? []) {
      const object = this.objects.get(key)
      if (object) found.push(object)
    }
    return found
  }
  /** Follows another map of the objects. Returns the present and the removed objects. */
  replace(objects: ReadonlyMap<string, ApiObject>): ApiObject[] {
    const before = this.objects
    this.objects = objects
    this.files.clear()
    for (const [key, object] of objects) this.file(key, undefined, object)
    return [...objects.values(), ...[...before].filter(([key]) => !objects.has(key)).map(([, object]) => object)]
  }
  /** Files an object of the map again after it has changed. */
  file(key: string, before: ApiObject | undefined, after: ApiObject | undefined): void {
    const { index } = this
    if (!index) return
    const [from, to] = [before && index(before), after && index(after)]
    if (from === to) return
    if (from !== undefined) {
      const others = this.files.get(from)
      others?.delete(key)
      if (others?.size === 0) this.files.delete(from)
    }
    if (to === undefined) return
    const file = this.files.get(to) ?? new Set<string>()
    this.files.set(to, file.add(key))
  }
}
