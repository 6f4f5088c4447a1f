import type { RequestInfo } from '../request-info'

type Place = Pick<RequestInfo, 'apiGroup' | 'resource' | 'namespace'>

/** The watches that are open, and what they look at. */
export class OpenWatches {
  readonly #places = new Map<Place, () => void>()

  /** All watches end with the server. It has one listener for them, however many there are. */
  constructor(lifetime: AbortSignal) {
    lifetime.addEventListener('abort', () => [...this.#places.values()].forEach((end) => end()), { once: true })
  }

  get open(): number {
    return this.#places.size
  }

  /** A watch begins: `end` is called when the server stops. Call what comes back when the watch has ended. */
  begin({ apiGroup, resource, namespace }: Place, end: () => void): () => void {
    const place = { apiGroup, resource, namespace }
    this.#places.set(place, end)
    return () => this.#places.delete(place)
  }

  /** How many look where something was written. Their selectors may still pass it by. */
  following({ apiGroup, resource, namespace }: Place): number {
    let count = 0
    for (const place of this.#places.keys())
      if (
        place.resource === resource &&
        place.apiGroup === apiGroup &&
        (place.namespace === '' || place.namespace === namespace)
      )
        count++
    return count
  }
}
