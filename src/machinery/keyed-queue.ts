/** Runs work of one key in the order it was queued; work of different keys runs concurrently. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Settles like `work`; a failure does not block later work. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(key) ?? Promise.resolve()).then(work)
    const settled = done.then(
      () => undefined,
      () => undefined, // reported to the caller of `run`
    )
    this.#last.set(key, settled)
    void settled.then(() => this.#last.get(key) === settled && this.#last.delete(key))
    return done
  }
}
