import type { Send } from '../../client/client'
import { parseGoDuration } from '../../machinery/go-duration'
import { contentOf } from '../../machinery/in-memory-body'
import { InMemoryRequest, inMemoryContent } from '../../machinery/in-memory-request'
import { CommandError, ConnectionError } from './errors'

/**
 * The value of `--request-timeout` in milliseconds; 0 means no limit. A plain number means seconds.
 * @throws CommandError for a text that is neither a number nor a duration
 */
export function requestTimeoutOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const duration = parseGoDuration(text)
  if (duration !== undefined) return duration
  throw new CommandError(
    'Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)',
  )
}

/** Limits requests to `timeout` milliseconds; then they reject with `ConnectionError`. */
export function limited(send: Send, timeout: number): Send {
  if (timeout <= 0) return send
  return async (request) => {
    const end = AbortSignal.timeout(timeout)
    try {
      const content = inMemoryContent(request) ?? (request.body ? contentOf(await request.arrayBuffer()) : undefined)
      return await send(
        new InMemoryRequest(request.url, {
          method: request.method,
          headers: request.headers,
          signal: AbortSignal.any([request.signal, end]),
          ...(content !== undefined && { content }),
        }),
      )
    } catch (error) {
      if (!end.aborted || request.signal.aborted) throw error
      throw new ConnectionError('net/http: request canceled (Client.Timeout exceeded while awaiting headers)')
    }
  }
}
