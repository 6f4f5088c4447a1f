import type { PageStatus } from './page'
import { statusAfter } from './page-status'

/** The status of a page's connection and who is notified of its changes and of events of the control plane. */
export class PageSubscribers {
  readonly #statusListeners = new Set<(status: PageStatus) => void>()
  readonly #eventListeners = new Map<string, Set<(payload: unknown) => void>>()
  #status: PageStatus = { role: 'waiting', serviceWorker: 'starting' }

  get status(): PageStatus {
    return this.#status
  }

  /** Changes the status; listeners are called only if it differs. */
  setStatus(change: Partial<PageStatus>): void {
    const status = statusAfter(this.#status, change)
    if (JSON.stringify(status) === JSON.stringify(this.#status)) return
    this.#status = status
    for (const listener of [...this.#statusListeners]) listener(status)
  }
  onStatus(listener: (status: PageStatus) => void): () => void {
    this.#statusListeners.add(listener)
    return () => this.#statusListeners.delete(listener)
  }

  emit(name: string, payload: unknown): void {
    for (const listener of [...(this.#eventListeners.get(name) ?? [])]) listener(payload)
  }
  onEvent(name: string, listener: (payload: unknown) => void): () => void {
    const listeners = this.#eventListeners.get(name) ?? new Set()
    this.#eventListeners.set(name, listeners.add(listener))
    return () => listeners.delete(listener)
  }
}
