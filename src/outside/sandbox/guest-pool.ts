import { GuestRun, type StartGuest } from './guest-run'

const MOST_GUESTS = 16

/**
 * Keeps a guest for each owner and source that is called, and has a spare one ready: who comes after a guest that was ended does
 * not wait for another to start.
 */
export class GuestPool {
  /** In the order of their last use. */
  private readonly guests = new Map<string, GuestRun>()
  private spare: GuestRun | undefined

  constructor(private readonly start: StartGuest) {}

  /** Has a spare one started. */
  readonly warm = (): void => {
    if (this.spare?.alive !== true) this.spare = this.fresh()
  }

  /** The one that runs this body for this key, with the code loaded. The one that was used least makes room. */
  runOf(key: string, body: string): GuestRun {
    const known = this.guests.get(key)
    const run = known?.alive === true ? known : this.take().load(body)
    this.guests.delete(key)
    this.guests.set(key, run)
    for (const [other, oldest] of this.guests) {
      if (this.guests.size <= MOST_GUESTS) break
      this.guests.delete(other)
      oldest.leave()
    }
    return run
  }

  private take(): GuestRun {
    const taken = this.spare?.alive === true ? this.spare : this.fresh()
    if (taken === this.spare) this.spare = undefined
    // The next spare starts when this one has: two at once would make both late.
    void taken.started.then(this.warm)
    return taken
  }

  private fresh(): GuestRun {
    return new GuestRun(this.start, (run) => {
      for (const [key, one] of this.guests) if (one === run) this.guests.delete(key)
      if (this.spare === run) this.spare = undefined
    })
  }
}
