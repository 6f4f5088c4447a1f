import type { Type } from './types'

/** What is known of type parameters. It goes back to an earlier point without having kept a copy of everything. */
export class Trail extends Map<string, Type> {
  private readonly past: (readonly [name: string, before: Type | undefined])[] = []

  override set(name: string, type: Type): this {
    this.past.push([name, this.get(name)])
    return super.set(name, type)
  }

  /** A point to go back to. */
  mark(): number {
    return this.past.length
  }

  /** Takes back everything that was set since `mark`. */
  back(mark: number): void {
    for (const [name, before] of this.past.splice(mark).reverse()) {
      if (before) super.set(name, before)
      else this.delete(name)
    }
  }
}
