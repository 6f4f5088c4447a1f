import {
  ApiError,
  badRequest,
  expired,
  internalError,
  serviceUnavailable,
  type StatusDetails,
} from '../machinery/api-error'
import { messageOf } from '../machinery/message-of'
import { Compacted, FutureRevision, StoreError } from '../store/store'

export interface Status {
  readonly kind: 'Status'
  readonly apiVersion: 'v1'
  readonly metadata: { readonly continue?: string }
  /** `Success` or `Failure`; webhooks may refuse with another word. */
  readonly status: string
  readonly message?: string
  readonly reason?: string
  readonly details?: StatusDetails
  readonly code?: number
}

/** What every stage may throw, as the error that the client gets. Unknown errors are internal, and are reported. */
export function apiErrorOf(error: unknown, report: (error: unknown) => void): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof Compacted) return expired('The resourceVersion for the provided list is too old.')
  if (error instanceof FutureRevision) return badRequest(error.message)
  if (error instanceof StoreError && error.code === 'unreachable') return serviceUnavailable(error.message)
  // What a server answers whose etcd takes no request of that size.
  if (error instanceof StoreError && error.code === 'too-large') return internalError(error.message)
  if (error instanceof StoreError) return serviceUnavailable(`the store does not take writes: ${error.message}`)
  report(error)
  return internalError(messageOf(error))
}

/** The only place where an error becomes a Status. */
export const statusOf = (error: ApiError): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: { ...(error.continueToken !== undefined && { continue: error.continueToken }) },
  status: error.outcome,
  message: error.message,
  ...(error.reason && { reason: error.reason }),
  ...(error.details && { details: error.details }),
  code: error.code,
})

export const successStatus = (details?: StatusDetails): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  ...(details && { details }),
})
