import { ApiError, serviceUnavailable, type StatusReason } from '../machinery/api-error'
import { statusOf } from './errors'

/** The answer where there is no control plane to ask: 503 with Retry-After. */
export const unavailable = (message: string): Response => answerOf(serviceUnavailable(message))

const REASONS: Readonly<Record<number, StatusReason>> = {
  400: 'BadRequest',
  403: 'Forbidden',
  405: 'MethodNotAllowed',
  413: 'RequestEntityTooLarge',
}

/** The answer of a transport to what is no request that a control plane could be asked. */
export const refusal = (code: number, message: string): Response =>
  answerOf(new ApiError(code, REASONS[code] ?? '', message))

function answerOf(error: ApiError): Response {
  const retryAfter = error.details?.retryAfterSeconds
  return Response.json(statusOf(error), {
    status: error.code,
    headers: {
      'cache-control': 'no-cache, private',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
  })
}
