import { ApiError, badRequest, expired, internalError, serviceUnavailable } from '../machinery/api-error'
import { speaks } from '../api/wordings'
import { messageOf } from '../machinery/message-of'
import { Compacted, FutureRevision, StoreError } from '../store/store'

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
