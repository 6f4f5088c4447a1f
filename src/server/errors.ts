import {
  ApiError,
  badRequest,
  expired,
  internalError,
  serviceUnavailable,
  type StatusDetails,
} from '../machinery/api-error'
import { speaks } from '../api/wordings'
import { messageOf } from '../machinery/message-of'
import { Compacted, FutureRevision, StoreError } from '../store/store'

/** The object that answers with a failure, or with a success without an object of its own. */
export interface Status {
  readonly kind: 'Status'
  readonly apiVersion: 'v1'
  readonly metadata: { readonly continue?: string }
  /** `Success` or `Failure`; webhooks may refuse with another value. */
  readonly status: string
  readonly message?: string
  readonly reason?: string
  readonly details?: StatusDetails
  readonly code?: number
}

/** Converts an error from any stage to the error that clients of a release get. Unknown errors become internal errors, and are reported. */
export function apiErrorOf(error: unknown, release: number, report: (error: unknown) => void): ApiError {
  if (error instanceof ApiError) return error.inWords((wording) => speaks(wording, release))
  if (error instanceof Compacted) return expired('The resourceVersion for the provided list is too old.')
  if (error instanceof FutureRevision) return badRequest(error.message)
  if (error instanceof StoreError && error.code === 'unreachable') return serviceUnavailable(error.message)
  // A real server answers with an internal error if etcd rejects a request as too large.
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

/** The Status of a success; `details` names the object that it is about. */
export const successStatus = (details?: StatusDetails): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  ...(details && { details }),
})
