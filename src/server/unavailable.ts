import { ApiError, serviceUnavailable, type StatusReason } from '../machinery/api-error'
import { statusOf } from './status'

/** The answer when no control plane is available: 503 with Retry-After. */
export const unavailable = (message: string): Response => answerOf(serviceUnavailable(message))

const REASONS: Readonly<Record<number, StatusReason>> = {
  400: 'BadRequest',
  403: 'Forbidden',
  405: 'MethodNotAllowed',
  413: 'RequestEntityTooLarge',
}

/** A transport's answer to a request that can't be passed to a control plane. */
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
