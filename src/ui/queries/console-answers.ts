import type { Answer } from './send'

/** What came of a request that the console sent: its answer as far as it has come, or why there is none. */
export type ConsoleOutcome = { readonly answer: Answer } | { readonly error: unknown }

const listeners = new Set<(outcome: ConsoleOutcome) => void>()

/** Has a listener told what the console's requests come to; returns what ends it. */
export function onConsoleOutcome(heard: (outcome: ConsoleOutcome) => void): () => void {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

/** Says what a request of the console has come to so far. */
export function tellConsoleOutcome(outcome: ConsoleOutcome): void {
  for (const heard of [...listeners]) heard(outcome)
}
