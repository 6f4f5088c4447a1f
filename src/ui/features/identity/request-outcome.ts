import type { RequestTrace } from '../../../server/trace'
import { type Answer, type ConsoleRequest, sendRequest } from '../../queries/send'
import { isWatch, type Session } from '../../state/connection'
import type { Identity } from '../../state/identity'
import { traceSoon } from '../../state/requests'

/** The outcome of one of the two requests. */
export interface RequestOutcome {
  readonly who: string
  readonly answer?: Answer
  readonly trace?: RequestTrace
  readonly error?: unknown
}

/** A watch is compared by the events within this time. */
const WATCH_MS = 3_000

/** Sends a request as an identity, and reads the answer with its trace. Never rejects. */
export async function sendAndTrace(
  session: Session,
  identity: Identity,
  request: ConsoleRequest,
): Promise<RequestOutcome> {
  const stop = new AbortController()
  const watching = isWatch(new URL(request.path, 'http://orchard.invalid'))
  const timer = watching ? setTimeout(() => stop.abort(), WATCH_MS) : undefined
  try {
    const answer = await sendRequest(session.sendAs(identity), request, stop.signal, () => undefined)
    const trace = await traceSoon(answer.auditId ?? null)
    return { who: identity.name, answer, ...(trace && { trace }) }
  } catch (error) {
    return { who: identity.name, error }
  } finally {
    clearTimeout(timer)
  }
}
