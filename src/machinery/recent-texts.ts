/**
 * Texts made of objects, found again while they are among the latest: of at least `most` characters in all, and never of more
 * than twice as many. A text lives no longer than its object.
 */
export class RecentTexts {
  #latest = new WeakMap<object, string>()
  #earlier = new WeakMap<object, string>()
  #characters = 0

  constructor(private readonly most: number) {}

  /** The text that is kept of the object, or else what `make` makes. */
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
