/**
 * Caches values made from objects while they are recently used. It holds between `most` and twice as many entries, and a value no longer
 * than its object lives.
 */
export class RecentValues<K extends object, V extends object> {
  #latest = new WeakMap<K, V>()
  #earlier = new WeakMap<K, V>()
  #count = 0

  constructor(private readonly most: number) {}

  get(key: K): V | undefined {
    const known = this.#latest.get(key)
    if (known) return known
    const earlier = this.#earlier.get(key)
    if (earlier) this.#put(key, earlier)
    return earlier
  }

  set(key: K, value: V): void {
    if (this.#latest.has(key)) this.#latest.set(key, value)
    else this.#put(key, value)
  }

  delete(key: K): void {
    this.#latest.delete(key)
    this.#earlier.delete(key)
  }

  #put(key: K, value: V): void {
    if (this.#count >= this.most) {
      this.#earlier = this.#latest
      this.#latest = new WeakMap()
      this.#count = 0
    }
    this.#latest.set(key, value)
    this.#count += 1
  }
}
