import type { Clock } from './clock'
import { ClockDial } from './clock-dial'
import { TimerQueue } from './timer-queue'
import { WorkUnderWay } from './work-under-way'

/** Runs timers when the dial reaches them, whether the base clock advances it or a person steps it. */
export class ClockDrive {
  readonly work: WorkUnderWay
  readonly dial: ClockDial
  private readonly timers = new TimerQueue()
  /** Cancels the pending timer on the base clock. */
  private disarm: (() => void) | undefined

  constructor(private readonly base: Clock) {
    this.work = new WorkUnderWay(base)
    this.dial = new ClockDial(base, () => this.timers.firstDue)
  }

  /** Runs once after `ms` of dial time; the returned function cancels it. */
  setTimer(ms: number, run: () => void): () => void {
    const timer = this.timers.add(this.dial.now() + Math.max(0, ms), run)
    if (this.timers.first === timer) this.arm()
    return () => {
      const wasFirst = this.timers.first === timer
      this.timers.remove(timer)
      if (wasFirst) this.arm()
    }
  }

  /** Sets a timer on the base clock for when the first timer is due; call it after changing the dial. */
  arm(): void {
    this.disarm?.()
    this.disarm = undefined
    const { first } = this.timers
    if (this.dial.mode === 'held' || this.dial.standsStill || !first) return
    this.disarm = this.base.setTimer(this.dial.until(first.due), () => {
      this.disarm = undefined
      if (this.dial.rate > 1) void this.runFast()
      else {
        this.timers.runDue(this.dial.now())
        this.arm()
      }
    })
  }

  /** Holds time until the work that is due now has finished. */
  private async runFast(): Promise<void> {
    this.dial.standStill()
    // The base clock's shortest wait is a millisecond: timers within it run in one go.
    const until = this.dial.now() + this.dial.rate
    while (this.dial.mode === 'running' && this.timers.firstDue <= until) {
      this.dial.reach(this.timers.firstDue)
      this.timers.runDue(this.dial.now())
      await this.work.settled()
    }
    this.dial.goOn()
    this.arm()
  }

  /**
   * Moves the dial forward by `ms`, timer by timer, finishing each timer's work before the next; after `most` timers it jumps to the end.
   * Stops as soon as `holds` returns true, and resolves to whether it did.
   */
  async advance(ms: number, most: number, holds?: () => boolean | Promise<boolean>): Promise<boolean> {
    const target = this.dial.now() + ms
    this.disarm?.()
    this.disarm = undefined
    await this.work.settled()
    let held = (await holds?.()) ?? false
    const moveTo = async (time: number): Promise<void> => {
      this.dial.moveTo(time)
      this.timers.runDue(this.dial.now())
      await this.work.settled()
      held = (await holds?.()) ?? false
    }
    for (let turn = 0; turn < most && !held && this.timers.firstDue <= target; turn++)
      await moveTo(Math.max(this.dial.now(), this.timers.firstDue))
    if (this.dial.now() < target && !held) await moveTo(target)
    this.arm()
    return held
  }
}
