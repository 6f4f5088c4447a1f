/**
 * Caches texts made from objects while they are recent. It holds between `most` and twice as many characters, and a text no longer than
 * its object lives.
 */
export class RecentTexts {
  #latest = new WeakMap<object, string>()
  #earlier = new WeakMap<object, string>()
  #characters = 0

  constructor(private readonly most: number) {}

  /** The object's cached text, or the result of `make`. */
  of<T extends object>(object: T, make: (object: T) => string): string {
    const known = this.#latest.get(object)
    if (known !== undefined) return known
    const text = this.#earlier.get(object) ?? make(object)
    if (this.#characters > this.most) {
      this.#earlier = this.#latest
      this.#latest = new WeakMap()
      this.#characters = 0
    }
    this.#latest.set(object, text)
    this.#characters += text.length
    return text
  }
}
