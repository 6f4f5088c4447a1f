import { withoutSecrets } from '../machinery/confidential'
import { isObject, type JsonObject } from '../machinery/json'

/** Number of reviews kept as material for test cases. */
const KEPT_REVIEWS = 20
const MOST_KEPT_CHARACTERS = 64 * 1024

/** The latest reviews sent to webhooks, oldest first, without secrets. */
export class RecentReviews {
  readonly #entries: JsonObject[] = []

  /** Stores a review unless its text is too long. */
  note(at: number, backend: string, review: JsonObject, text: string): void {
    if (text.length > MOST_KEPT_CHARACTERS) return
    this.#entries.push({ at, backend, review: shown(review) })
    if (this.#entries.length > KEPT_REVIEWS) this.#entries.shift()
  }
  list(): JsonObject[] {
    return [...this.#entries]
  }
  clear(): void {
    this.#entries.length = 0
  }
}

/** A review without the secrets in its objects, which are for the webhook alone. */
function shown(review: JsonObject): JsonObject {
  const { request } = review
  if (!isObject(request)) return review
  const masked = { ...request }
  for (const part of ['object', 'oldObject'])
    if (isObject(request[part])) masked[part] = withoutSecrets(request[part]) as JsonObject
  return { ...review, request: masked }
}
