import type { RequestInfo } from '../request-info'

type Place = Pick<RequestInfo, 'apiGroup' | 'resource' | 'namespace'>

/** The watches that are open, and what they look at. */
export class OpenWatches {
  readonly #places = new Set<Place>()

  get open(): number {
    return this.#places.size
  }

  /** A watch begins; call what comes back when it ends. */
  begin({ apiGroup, resource, namespace }: Place): () => void {
    const place = { apiGroup, resource, namespace }
    this.#places.add(place)
    return () => this.#places.delete(place)
  }

  /** How many look where something was written. Their selectors may still pass it by. */
  following({ apiGroup, resource, namespace }: Place): number {
    let count = 0
    for (const place of this.#places)
      if (
        place.resource === resource &&
        place.apiGroup === apiGroup &&
        (place.namespace === '' || place.namespace === namespace)
      )
        count++
    return count
  }
}
