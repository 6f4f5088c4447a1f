import { GuestRun, type StartGuest } from './guest-run'

const MOST_GUESTS = 16

/** Keeps a guest per owner and source, plus a spare, so that nobody waits for a start after a guest was terminated. */
export class GuestPool {
  /** In order of last use. */
  private readonly guests = new Map<string, GuestRun>()
  private spare: GuestRun | undefined

  constructor(private readonly start: StartGuest) {}

  /** Starts a spare guest, if there is none. */
  readonly warm = (): void => {
    if (this.spare?.alive !== true) this.spare = this.fresh()
  }

  /** The guest that runs this body for this key, with the code loaded. Evicts the least recently used one. */
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
    // Start the next spare only when this one has started, because two at once would delay both.
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
