import { fieldElement, type PathElement } from './path-element'

/** The JSON form of a set: one object per path element, `{}` for a path that ends, `.` where a path both ends and continues. */
export interface FieldsV1 {
  [element: string]: FieldsV1
}

type Children = ReadonlyMap<PathElement, FieldSet>

/**
 * An immutable set of field paths as a tree: `own` is true if the path ending here is in the set. Operations share unchanged parts and
 * return their argument when nothing changes, so "no change" can be detected by identity.
 */
export class FieldSet {
  /** The `fieldsV1` form, cached on first use. */
  written: FieldsV1 | undefined

  private constructor(
    readonly own: boolean,
    readonly children: Children | undefined,
  ) {}

  static readonly empty = new FieldSet(false, undefined)
  /** Only the path that ends here. */
  static readonly leaf = new FieldSet(true, undefined)

  static of(own: boolean, children: Children | undefined): FieldSet {
    if (!children || children.size === 0) return own ? FieldSet.leaf : FieldSet.empty
    return new FieldSet(own, children)
  }

  /** The set of the given paths. */
  static ofPaths(paths: Iterable<readonly PathElement[]>): FieldSet {
    const builder = new FieldSetBuilder()
    for (const path of paths) builder.put(path, FieldSet.leaf)
    return builder.build()
  }

  /** The set of the given paths of plain fields, such as `['metadata', 'labels']`. */
  static ofFields(paths: Iterable<readonly string[]>): FieldSet {
    return FieldSet.ofPaths([...paths].map((path) => path.map(fieldElement)))
  }

  /** `set` moved below `path`. */
  static at(path: readonly PathElement[], set: FieldSet): FieldSet {
    let moved = set
    for (let i = path.length - 1; i >= 0; i--) moved = FieldSet.of(false, new Map([[path[i] as PathElement, moved]]))
    return moved
  }

  get isEmpty(): boolean {
    return !this.own && this.children === undefined
  }

  /** The paths that begin with `element`, without that element. */
  below(element: PathElement): FieldSet {
    return this.children?.get(element) ?? FieldSet.empty
  }

  has(path: readonly PathElement[]): boolean {
    return path.reduce<FieldSet>((set, element) => set.below(element), this).own
  }

  withOwn(own: boolean): FieldSet {
    return own === this.own ? this : FieldSet.of(own, this.children)
  }

  union(other: FieldSet): FieldSet {
    if (this === other || other.isEmpty) return this
    if (this.isEmpty) return other
    let children: Map<PathElement, FieldSet> | undefined
    if (other.children) {
      for (const [element, theirs] of other.children) {
        const mine = this.children?.get(element)
        const both = mine ? mine.union(theirs) : theirs
        if (both === mine) continue
        children ??= new Map(this.children)
        children.set(element, both)
      }
    }
    const own = this.own || other.own
    return children || own !== this.own ? FieldSet.of(own, children ?? this.children) : this
  }

  intersection(other: FieldSet): FieldSet {
    if (this === other) return this
    const own = this.own && other.own
    let children: Map<PathElement, FieldSet> | undefined
    let changed = own !== this.own
    if (this.children) {
      for (const [element, mine] of this.children) {
        const theirs = other.children?.get(element)
        const both = theirs ? mine.intersection(theirs) : FieldSet.empty
        if (both !== mine) changed = true
        if (!both.isEmpty) (children ??= new Map()).set(element, both)
      }
    }
    return changed ? FieldSet.of(own, children) : this
  }

  /** Removes exactly the paths of `other`; paths below them stay. */
  difference(other: FieldSet): FieldSet {
    return this.subtract(other, false)
  }

  /** Removes the paths of `other` and everything below them. */
  differenceWithin(other: FieldSet): FieldSet {
    return this.subtract(other, true)
  }

  private subtract(other: FieldSet, within: boolean): FieldSet {
    if (other.isEmpty || this.isEmpty) return this
    if (within && other.own) return FieldSet.empty
    let children: Map<PathElement, FieldSet> | undefined
    if (this.children && other.children) {
      const [few, many] =
        this.children.size < other.children.size ? [this.children, other.children] : [other.children, this.children]
      for (const element of few.keys()) {
        if (!many.has(element)) continue
        const mine = this.below(element)
        const rest = mine.subtract(other.below(element), within)
        if (rest === mine) continue
        children ??= new Map(this.children)
        if (rest.isEmpty) children.delete(element)
        else children.set(element, rest)
      }
    }
    const own = this.own && !other.own
    return children || own !== this.own ? FieldSet.of(own, children ?? this.children) : this
  }

  equals(other: FieldSet): boolean {
    if (this === other) return true
    if (this.own !== other.own || this.children?.size !== other.children?.size) return false
    if (!this.children) return true
    for (const [element, mine] of this.children) {
      const theirs = other.children?.get(element)
      if (!theirs || !mine.equals(theirs)) return false
    }
    return true
  }

  /** Every path of the set in element order, parents before children. */
  *paths(): Generator<readonly PathElement[]> {
    if (this.own) yield []
    yield* this.pathsBelow([])
  }

  private *pathsBelow(prefix: readonly PathElement[]): Generator<readonly PathElement[]> {
    const elements = [...(this.children?.keys() ?? [])].sort()
    for (const element of elements) if (this.below(element).own) yield [...prefix, element]
    for (const element of elements) yield* this.below(element).pathsBelow([...prefix, element])
  }
}

/** Builds a set from many paths. */
export class FieldSetBuilder {
  private here = FieldSet.empty
  private below: Map<PathElement, FieldSetBuilder> | undefined

  /** Adds `set`, moved below `path`. */
  put(path: readonly PathElement[], set: FieldSet): void {
    const node = path.reduce<FieldSetBuilder>((builder, element) => builder.at(element), this)
    node.here = node.here.union(set)
  }

  private at(element: PathElement): FieldSetBuilder {
    this.below ??= new Map()
    let builder = this.below.get(element)
    if (!builder) this.below.set(element, (builder = new FieldSetBuilder()))
    return builder
  }

  build(): FieldSet {
    if (!this.below) return this.here
    const children = new Map<PathElement, FieldSet>()
    for (const [element, builder] of this.below) children.set(element, builder.build())
    return this.here.union(FieldSet.of(false, children))
  }
}
