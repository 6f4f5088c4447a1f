import type { Identity } from './identity'

/** A request that a person sent from this page, and its answer; bodies can still be read. */
export interface Sent {
  readonly request: Request
  readonly response: Response
  readonly identity: Identity
}

let listener: ((sent: Sent) => void) | undefined

/** Has one listener told of each request that a person sends; returns what ends it. */
export function onSent(heard: (sent: Sent) => void): () => void {
  listener = heard
  return () => {
    if (listener === heard) listener = undefined
  }
}

/** The listener, while there is one: nothing is copied for nobody. */
export const sentListener = (): typeof listener => listener
