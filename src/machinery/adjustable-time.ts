import type { Clock } from './clock'

/** A clock derived from a base clock: in step with it, offset, faster, or held. Of timers it knows only when the first is due. */
export class AdjustableTime {
  mode: 'running' | 'held' = 'running'
  rate = 1
  /** Time shown when the base clock read `origin`; both are reset when the clock is set, held or changes its rate. */
  private shown: number
  private origin: number
  private heldAt = 0
  /** True while work of the current moment is still running. */
  private still = false

  constructor(
    private readonly base: Pick<Clock, 'now'>,
    private readonly firstDue: () => number,
  ) {
    this.shown = this.origin = base.now()
  }

  now(): number {
    if (this.mode === 'held') return this.heldAt
    if (this.still) return this.shown
    const time = this.shown + (this.base.now() - this.origin) * this.rate
    // A fast clock never passes a pending timer before it has run.
    return this.rate > 1 ? Math.max(this.shown, Math.min(time, this.firstDue())) : time
  }

  moveTo(time: number): void {
    if (this.mode === 'held') this.heldAt = time
    else {
      this.shown = time
      this.origin = this.base.now()
    }
  }

  hold(at: number): void {
    this.heldAt = at
    this.mode = 'held'
  }
  resume(): void {
    this.mode = 'running'
    this.moveTo(this.heldAt)
  }

  /** Changes the rate, continuing from the time now shown. */
  speed(rate: number): void {
    const time = this.now()
    this.rate = rate
    if (this.mode === 'running') this.moveTo(time)
  }

  get standsStill(): boolean {
    return this.still
  }
  /** Stops time while work of this moment runs, until `goOn`; meanwhile only `reach` moves it. */
  standStill(): void {
    this.moveTo(this.now())
    this.still = true
  }
  reach(time: number): void {
    this.shown = Math.max(this.shown, time)
  }
  goOn(): void {
    this.still = false
    if (this.mode === 'running') this.origin = this.base.now()
  }

  /** Milliseconds of the base clock until this clock shows `time`. */
  until(time: number): number {
    return Math.max(0, Math.ceil((time - this.now()) / this.rate))
  }
}
