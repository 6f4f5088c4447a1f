import type { Answer } from './send'

/** The outcome of a console request: its answer as received so far, or the error. */
export type ConsoleOutcome = { readonly answer: Answer } | { readonly error: unknown }

const listeners = new Set<(outcome: ConsoleOutcome) => void>()

/** Registers a listener for the outcomes of console requests. Returns a function that removes it. */
export function onConsoleOutcome(heard: (outcome: ConsoleOutcome) => void): () => void {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

/** Reports the current outcome of a console request. */
export function tellConsoleOutcome(outcome: ConsoleOutcome): void {
  for (const heard of [...listeners]) heard(outcome)
}
