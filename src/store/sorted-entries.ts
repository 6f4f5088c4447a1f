import type { Entry } from './store'

/** A longer block is split, so that inserting moves few entries however many there are. */
const LONGEST_BLOCK = 512

type Block = Entry[]

const byKey = (a: Entry, b: Entry): number => (a.key < b.key ? -1 : 1)

/** Number of leading items that satisfy `before`, which must hold for a prefix of the list only. */
function leading<T>(items: readonly T[], before: (item: T) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (before(items[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}

/** The first two segments of a key with their slashes, such as `/core/pods/`; undefined if it has fewer. */
function familyOf(key: string): string | undefined {
  const first = key.indexOf('/', 1)
  const second = first < 0 ? -1 : key.indexOf('/', first + 1)
  return second < 0 ? undefined : key.slice(0, second + 1)
}

/**
 * The present entries in key order. They lie in blocks, none of them empty: in one array of a hundred thousand, each insertion would move
 * half of it. A list copies parts of blocks: no values are touched and no keys looked up.
 */
export class SortedEntries {
  readonly #byKey = new Map<string, Entry>()
  #blocks: Block[] = []
  /** Number of entries by family. Every write asks for webhooks, policies and quotas, of which most clusters have none. */
  readonly #families = new Map<string, number>()

  static of(entries: Iterable<Entry>): SortedEntries {
    const made = new SortedEntries()
    for (const entry of entries) made.#byKey.set(entry.key, entry)
    for (const key of made.#byKey.keys()) made.#count(key, 1)
    const sorted = [...made.#byKey.values()].sort(byKey)
    for (let at = 0; at < sorted.length; at += LONGEST_BLOCK) made.#blocks.push(sorted.slice(at, at + LONGEST_BLOCK))
    return made
  }

  get size(): number {
    return this.#byKey.size
  }

  get(key: string): Entry | undefined {
    return this.#byKey.get(key)
  }

  put(entry: Entry): void {
    const { key } = entry
    const known = this.#byKey.has(key)
    if (!known) this.#count(key, 1)
    this.#byKey.set(key, entry)
    // A key after all others goes to the end of the last block.
    const at = Math.min(this.#blockFrom(key), this.#blocks.length - 1)
    const block = this.#blocks[at]
    if (!block) return void this.#blocks.push([entry])
    const position = leading(block, (other) => other.key < key)
    if (known) block[position] = entry
    else block.splice(position, 0, entry)
    if (block.length > LONGEST_BLOCK) this.#blocks.splice(at + 1, 0, block.splice(block.length >>> 1))
  }

  delete(key: string): void {
    if (!this.#byKey.delete(key)) return
    this.#count(key, -1)
    const at = this.#blockFrom(key)
    const block = this.#blocks[at] as Block
    if (block.length === 1) this.#blocks.splice(at, 1)
    else
      block.splice(
        leading(block, (other) => other.key < key),
        1,
      )
  }

  /** Index range of the keys that start with `prefix`: first, and one past the last. */
  range(prefix: string): [number, number] {
    const [block, position] = this.#placeOf((key) => key < prefix)
    const from = this.#indexOf(block, position)
    // Many lists are empty.
    if (!this.#blocks[block]?.[position]?.key.startsWith(prefix)) return [from, from]
    return [from, this.#indexOf(...this.#placeOf((key) => key < prefix || key.startsWith(prefix)))]
  }

  /** Whether certainly no key starts with `prefix`, which costs only a look-up. */
  lacks(prefix: string): boolean {
    const family = familyOf(prefix)
    return family !== undefined && !this.#families.has(family)
  }

  /** Index of the first key after `key`. */
  firstAfter(key: string): number {
    return this.#indexOf(...this.#placeOf((other) => other <= key))
  }

  slice(from: number, to: number): Entry[] {
    const parts: Block[] = []
    if (from >= to) return []
    let start = 0
    for (const block of this.#blocks) {
      if (start >= to) break
      const end = start + block.length
      if (start >= from && end <= to) parts.push(block)
      else if (end > from) parts.push(block.slice(Math.max(0, from - start), to - start))
      start = end
    }
    return ([] as Entry[]).concat(...parts)
  }

  #count(key: string, by: number): void {
    const family = familyOf(key)
    if (family === undefined) return
    const count = (this.#families.get(family) ?? 0) + by
    if (count > 0) this.#families.set(family, count)
    else this.#families.delete(family)
  }

  /** Index of the first block with a key that is not before `key`. */
  #blockFrom(key: string): number {
    return leading(this.#blocks, (block) => (block.at(-1) as Entry).key < key)
  }

  /** Block and position of the first key that does not satisfy `before`, which must hold for the first keys only. */
  #placeOf(before: (key: string) => boolean): [block: number, position: number] {
    const at = leading(this.#blocks, (block) => before((block.at(-1) as Entry).key))
    return [at, leading(this.#blocks[at] ?? [], (entry) => before(entry.key))]
  }

  #indexOf(block: number, position: number): number {
    let index = position
    for (let i = 0; i < block; i++) index += (this.#blocks[i] as Block).length
    return index
  }
}
