import { type Clock, sleep } from './machinery/clock'

/** How long the start's own work waits for a first request. */
const FIRST_MS = 400
/** What a page shows first takes a few requests, one after another. */
const MORE_MS = 100

/** When a control plane that has just started does work that nobody has asked for. */
export interface StartTurns {
  /** Call it with each answer. */
  readonly answered: () => void
  /** Resolves after pending requests; the first time, only after the first requests, since somebody waits for what they show. */
  readonly yieldToRequests: () => Promise<void>
}

/** `yielding` lets pending requests go first. */
export function startTurns(clock: Clock, yielding: () => Promise<void>): StartTurns {
  let answered: () => void = () => undefined
  const first = new Promise<void>((resolve) => (answered = resolve))
  let begun: Promise<void> | undefined
  return {
    answered,
    async yieldToRequests() {
      begun ??= Promise.race([first.then(() => sleep(clock, MORE_MS)), sleep(clock, FIRST_MS)])
      await begun
      await yielding()
    },
  }
}
