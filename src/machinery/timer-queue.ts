/** A timer in the queue. */
export interface QueuedTimer {
  readonly due: number
  /** Timers due at the same time run in the order they were set. */
  readonly order: number
  readonly run: () => void
}

/** Timers in the order they come due. */
export class TimerQueue {
  private readonly timers: QueuedTimer[] = []
  private order = 0

  get first(): QueuedTimer | undefined {
    return this.timers[0]
  }
  /** When the first timer is due, `Infinity` if there is none. */
  get firstDue(): number {
    return this.first?.due ?? Infinity
  }

  add(due: number, run: () => void): QueuedTimer {
    const timer: QueuedTimer = { due, order: this.order++, run }
    this.timers.splice(this.placeBehind(timer), 0, timer)
    return timer
  }

  /** Removing a timer that has run or was removed before has no effect. */
  remove(timer: QueuedTimer): void {
    const found = this.placeBehind(timer) - 1
    if (this.timers[found] === timer) this.timers.splice(found, 1)
  }

  /** Runs all timers due by `time`, including those added meanwhile. */
  runDue(time: number): void {
    for (let { first } = this; first && first.due <= time; { first } = this) {
      this.timers.shift()
      first.run()
    }
  }

  /** Inserts a timer after all that are due before it, or at the same time but set earlier. */
  private placeBehind({ due, order }: QueuedTimer): number {
    let [low, high] = [0, this.timers.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.timers[middle] as QueuedTimer
      if (other.due < due || (other.due === due && other.order <= order)) low = middle + 1
      else high = middle
    }
    return low
  }
}
