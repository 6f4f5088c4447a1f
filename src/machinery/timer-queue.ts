/** Something that is run when its time has come. */
export interface QueuedTimer {
  readonly due: number
  /** Those that are due together run in the order in which they were set. */
  readonly order: number
  readonly run: () => void
}

/** Timers in the order in which they come due. */
export class TimerQueue {
  private readonly timers: QueuedTimer[] = []
  private order = 0

  get first(): QueuedTimer | undefined {
    return this.timers[0]
  }
  /** When the first one is due, `Infinity` without any. */
  get firstDue(): number {
    return this.first?.due ?? Infinity
  }

  add(due: number, run: () => void): QueuedTimer {
    const timer: QueuedTimer = { due, order: this.order++, run }
    this.timers.splice(this.placeBehind(timer), 0, timer)
    return timer
  }

  /** One that has run or was removed before is none of them any more. */
  remove(timer: QueuedTimer): void {
    const found = this.placeBehind(timer) - 1
    if (this.timers[found] === timer) this.timers.splice(found, 1)
  }

  /** Runs those that are due by then, and those that they add and are due by then, too. */
  runDue(time: number): void {
    for (let { first } = this; first && first.due <= time; { first } = this) {
      this.timers.shift()
      first.run()
    }
  }

  /** Behind all timers that are due before this one, or with it and were set before, and behind itself. */
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
