import type { Clock } from './clock'

/** What a clock shows over another one: along with it, ahead of it, faster, or held. It knows timers only by when the first is due. */
export class ClockDial {
  mode: 'running' | 'held' = 'running'
  rate = 1
  /** What it showed when the clock below showed `origin`; both move when it is set, held or changes its rate. */
  private shown: number
  private origin: number
  private heldAt = 0
  /** What runs at this very moment has not come to its end. */
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
    // A fast clock never passes a timer before that has run.
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

  /** Goes on from what it shows. */
  speed(rate: number): void {
    const time = this.now()
    this.rate = rate
    if (this.mode === 'running') this.moveTo(time)
  }

  get standsStill(): boolean {
    return this.still
  }
  /** Shows this moment while it runs, until `goOn`; only `reach` moves it meanwhile. */
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

  /** Milliseconds of the clock below until it shows a time. */
  until(time: number): number {
    return Math.max(0, Math.ceil((time - this.now()) / this.rate))
  }
}
