import type { Type } from './types'

/** Bindings of type parameters. Can be rolled back to a mark without copying. */
export class TypeBindings extends Map<string, Type> {
  private readonly past: (readonly [name: string, before: Type | undefined])[] = []

  override set(name: string, type: Type): this {
    this.past.push([name, this.get(name)])
    return super.set(name, type)
  }

  /** Returns a mark for `rollback`. */
  mark(): number {
    return this.past.length
  }

  /** Undoes everything set since `mark`. */
  rollback(mark: number): void {
    for (const [name, before] of this.past.splice(mark).reverse()) {
      if (before) super.set(name, before)
      else this.delete(name)
    }
  }
}
