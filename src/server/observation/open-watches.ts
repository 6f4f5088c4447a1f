import type { RequestInfo } from '../request-info'

type Place = Pick<RequestInfo, 'apiGroup' | 'resource' | 'namespace'>

/** The open watches, and the resources that they follow. */
export class OpenWatches {
  readonly #places = new Map<Place, () => void>()

  /** All watches end with the server, through one shared listener. */
  constructor(lifetime: AbortSignal) {
    lifetime.addEventListener('abort', () => [...this.#places.values()].forEach((end) => end()), { once: true })
  }

  get open(): number {
    return this.#places.size
  }

  /** Registers a watch; `end` is called when the server stops. Call the returned function when the watch has ended. */
  begin({ apiGroup, resource, namespace }: Place, end: () => void): () => void {
    const place = { apiGroup, resource, namespace }
    this.#places.set(place, end)
    return () => this.#places.delete(place)
  }

  /** The number of watches on the resource that was written. Their selectors may still filter the change out. */
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
