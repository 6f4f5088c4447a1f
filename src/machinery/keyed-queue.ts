/** Runs work of one key one after the other, in the order in which it came; work of different keys runs side by side. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Resolves and rejects as `work` does; what fails holds up nothing behind it. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(key) ?? Promise.resolve()).then(work)
    const settled = done.then(
      () => undefined,
      () => undefined, // told to who asked for the work
    )
    this.#last.set(key, settled)
    void settled.then(() => this.#last.get(key) === settled && this.#last.delete(key))
    return done
  }
}
