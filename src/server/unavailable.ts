import { serviceUnavailable } from '../machinery/api-error'
import { statusOf } from './errors'

/** The answer where there is no control plane to ask: 503 with Retry-After. */
export function unavailable(message: string): Response {
  const status = statusOf(serviceUnavailable(message))
  return Response.json(status, {
    status: 503,
    headers: { 'retry-after': String(status.details?.retryAfterSeconds ?? 1), 'cache-control': 'no-cache, private' },
  })
}
