import type { HubType, ServedType } from './resource-type'

/** All resources served now. Custom types come and go; subscribers are notified of changes. */
export class Catalogue {
  private readonly served = new Map<string, ServedType>()
  private readonly hubs = new Map<string, HubType>()
  private readonly listeners = new Set<() => void>()
  /** Incremented on every change, so cached documents can be invalidated cheaply. */
  generation = 0

  find(group: string, version: string, resource: string): ServedType | undefined {
    return this.served.get(`${group}/${version}/${resource}`)
  }
  /** The hub type of a resource, looked up by any group that serves it. */
  hub(group: string, resource: string): HubType | undefined {
    return this.hubs.get(`${group}/${resource}`)
  }
  types(): readonly ServedType[] {
    return [...this.served.values()]
  }
  /** All served versions, in all groups, of what is stored under one prefix. */
  typesOfHub({ prefix }: HubType): readonly ServedType[] {
    return this.types().filter((type) => type.hub.prefix === prefix)
  }
  findKind(group: string, version: string, kind: string): ServedType | undefined {
    return this.types().find((type) => type.group === group && type.version === version && type.kind === kind)
  }
  hasGroupVersion(group: string, version: string): boolean {
    return this.types().some((type) => type.group === group && type.version === version)
  }
  allHubs(): readonly HubType[] {
    return [...new Map([...this.hubs.values()].map((hub) => [hub.prefix, hub])).values()]
  }

  /** Serves a resource version, replacing any previous one. */
  add(type: ServedType): void {
    this.served.set(`${type.group}/${type.version}/${type.resource}`, type)
    this.hubs.set(`${type.group}/${type.resource}`, type.hub)
    const shared = `${type.hub.group}/${type.hub.resource}`
    if (!this.hubs.has(shared)) this.hubs.set(shared, type.hub)
    this.changed()
  }
  /** Registers a kind that is stored but served in no version (left by an older release). */
  addHub(hub: HubType): void {
    this.hubs.set(`${hub.group}/${hub.resource}`, hub)
  }
  removeVersion(group: string, version: string, resource: string): void {
    if (this.served.delete(`${group}/${version}/${resource}`)) this.changed()
  }
  /** Removes all versions of a resource. */
  remove(group: string, resource: string): void {
    for (const [key, type] of this.served)
      if (type.group === group && type.resource === resource) this.served.delete(key)
    this.hubs.delete(`${group}/${resource}`)
    this.changed()
  }
  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  private changed(): void {
    this.generation += 1
    for (const listener of this.listeners) listener()
  }
}
