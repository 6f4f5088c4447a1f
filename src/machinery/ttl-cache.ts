import type { Clock } from './clock'

/** A cache with expiry; when full, the entry set longest ago is evicted. */
export class TtlCache<T> {
  private readonly entries = new Map<string, { readonly value: T; readonly until: number }>()

  constructor(
    private readonly clock: Clock,
    private readonly capacity: number,
  ) {}

  get(key: string): T | undefined {
    const entry = this.entries.get(key)
    return entry && entry.until > this.clock.now() ? entry.value : undefined
  }

  /** Stores a value, unless its TTL is zero or less. */
  set(key: string, value: T, ttlMs: number): void {
    this.entries.delete(key)
    if (ttlMs <= 0) return
    this.entries.set(key, { value, until: this.clock.now() + ttlMs })
    const oldest = this.entries.keys().next()
    if (this.entries.size > this.capacity && !oldest.done) this.entries.delete(oldest.value)
  }
}
