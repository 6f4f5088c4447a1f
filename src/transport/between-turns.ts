import { SAFE_METHODS } from '../machinery/safe-methods'
import { oweTurn, turnsAsked, turnsTaken } from '../machinery/turn'
import type { Fetch } from './connection'

/**
 * Serves requests between the turns of controllers. After a write, the next request first waits for the turns that had been asked for by
 * the write's end: whoever creates a namespace and then reads it finds what controllers add at once, however busy they are.
 */
export function betweenTurns(fetch: Fetch): Fetch {
  let reactions = 0
  const answer: Fetch = async (request, connection) => {
    oweTurn()
    const response = await fetch(request, connection)
    if (!SAFE_METHODS.has(request.method)) reactions = turnsAsked()
    return response
  }
  return (request, connection) => {
    const reacted = turnsTaken(reactions)
    return reacted ? reacted.then(() => answer(request, connection)) : answer(request, connection)
  }
}
