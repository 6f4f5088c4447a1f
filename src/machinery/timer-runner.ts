import type { Clock } from './clock'
import { AdjustableTime } from './adjustable-time'
import { TimerQueue } from './timer-queue'
import { WorkUnderWay } from './work-under-way'

/** Runs timers when their time has come, whether the base clock advances it or a person steps it. */
export class TimerRunner {
  readonly work: WorkUnderWay
  readonly time: AdjustableTime
  private readonly timers = new TimerQueue()
  /** Cancels the pending timer on the base clock. */
  private disarm: (() => void) | undefined

  constructor(private readonly base: Clock) {
    this.work = new WorkUnderWay(base)
    this.time = new AdjustableTime(base, () => this.timers.firstDue)
  }

  /** Runs once after `ms` of its time; the returned function cancels it. */
  setTimer(ms: number, run: () => void): () => void {
    const timer = this.timers.add(this.time.now() + Math.max(0, ms), run)
    if (this.timers.first === timer) this.arm()
    return () => {
      const wasFirst = this.timers.first === timer
      this.timers.remove(timer)
      if (wasFirst) this.arm()
    }
  }

  /** Sets a timer on the base clock for when the first timer is due; call it after `time` has changed. */
  arm(): void {
    this.disarm?.()
    this.disarm = undefined
    const { first } = this.timers
    if (this.time.mode === 'held' || this.time.standsStill || !first) return
    this.disarm = this.base.setTimer(this.time.until(first.due), () => {
      this.disarm = undefined
      if (this.time.rate > 1) void this.runFast()
      else {
        this.timers.runDue(this.time.now())
        this.arm()
      }
    })
  }

  /** Holds time until the work that is due now has finished. */
  private async runFast(): Promise<void> {
    this.time.standStill()
    // The base clock's shortest wait is a millisecond: timers within it run in one go.
    const until = this.time.now() + this.time.rate
    while (this.time.mode === 'running' && this.timers.firstDue <= until) {
      this.time.reach(this.timers.firstDue)
      this.timers.runDue(this.time.now())
      await this.work.settled()
    }
    this.time.goOn()
    this.arm()
  }

  /**
   * Moves time forward by `ms`, timer by timer, finishing each timer's work before the next; after `most` timers it jumps to the end.
   * Stops as soon as `holds` returns true, and resolves to whether it did.
   */
  async advance(ms: number, most: number, holds?: () => boolean | Promise<boolean>): Promise<boolean> {
    const target = this.time.now() + ms
    this.disarm?.()
    this.disarm = undefined
    await this.work.settled()
    let held = (await holds?.()) ?? false
    const moveTo = async (time: number): Promise<void> => {
      this.time.moveTo(time)
      this.timers.runDue(this.time.now())
      await this.work.settled()
      held = (await holds?.()) ?? false
    }
    for (let turn = 0; turn < most && !held && this.timers.firstDue <= target; turn++)
      await moveTo(Math.max(this.time.now(), this.timers.firstDue))
    if (this.time.now() < target && !held) await moveTo(target)
    this.arm()
    return held
  }
}
