import type { Entry } from './store'

/** The present entries in key order. A list is a slice of one array: no values are touched and no keys looked up. */
export class SortedEntries {
  readonly #byKey = new Map<string, Entry>()
  #sorted: Entry[] = []

  static of(entries: Iterable<Entry>): SortedEntries {
    const made = new SortedEntries()
    for (const entry of entries) made.#byKey.set(entry.key, entry)
    made.#sorted = [...made.#byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
    return made
  }

  get size(): number {
    return this.#sorted.length
  }

  get(key: string): Entry | undefined {
    return this.#byKey.get(key)
  }

  put(entry: Entry): void {
    const known = this.#byKey.has(entry.key)
    this.#byKey.set(entry.key, entry)
    const at = this.#firstFrom(entry.key)
    if (known) this.#sorted[at] = entry
    else if (at === this.#sorted.length) this.#sorted.push(entry)
    else this.#sorted.splice(at, 0, entry)
  }

  delete(key: string): void {
    if (this.#byKey.delete(key)) this.#sorted.splice(this.#firstFrom(key), 1)
  }

  /** Index range of the keys that start with `prefix`: first, and one past the last. */
  range(prefix: string): [number, number] {
    return [
      this.#firstFrom(prefix),
      prefix === '' ? this.#sorted.length : this.#search((key) => key < prefix || key.startsWith(prefix)),
    ]
  }

  /** Index of the first key after `key`. */
  firstAfter(key: string): number {
    return this.#search((other) => other <= key)
  }

  slice(from: number, to: number): Entry[] {
    return this.#sorted.slice(from, to)
  }

  #firstFrom(key: string): number {
    return this.#search((other) => other < key)
  }

  /** Number of leading keys that satisfy `before`, which must hold for a prefix of the array only. */
  #search(before: (key: string) => boolean): number {
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (before((this.#sorted[middle] as Entry).key)) low = middle + 1
      else high = middle
    }
    return low
  }
}
