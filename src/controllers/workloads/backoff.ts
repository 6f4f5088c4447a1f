/** Waiting times that double with each attempt, by key; a key that was quiet for twice the longest time starts again. */
export class Backoff {
  private readonly entries = new Map<string, { ms: number; at: number }>()

  constructor(
    private readonly firstMs: number,
    private readonly mostMs: number,
  ) {}

  /** Milliseconds until the next attempt; if none, this call is the attempt. */
  left(key: string, now: number): number {
    for (const [other, { at }] of this.entries) if (now - at > 2 * this.mostMs) this.entries.delete(other)
    const before = this.entries.get(key)
    const left = before ? before.at + before.ms - now : 0
    if (left > 0) return left
    this.entries.set(key, { ms: before ? Math.min(before.ms * 2, this.mostMs) : this.firstMs, at: now })
    return 0
  }
}
