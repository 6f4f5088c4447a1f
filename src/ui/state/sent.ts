import type { Identity } from './identity'

/** A request that the user sent from this page, with its answer; both bodies are still readable. */
export interface Sent {
  readonly request: Request
  readonly response: Response
  readonly identity: Identity
}

let listener: ((sent: Sent) => void) | undefined

/** Registers the one listener for requests that the user sends. Returns a function that removes it. */
export function onSent(heard: (sent: Sent) => void): () => void {
  listener = heard
  return () => {
    if (listener === heard) listener = undefined
  }
}

/** The listener, if any: requests are copied only when one is registered. */
export const sentListener = (): typeof listener => listener
