import type { ApiError, StatusDetails } from '../machinery/api-error'

// Apart from the conversion of errors, whose words depend on releases: pages answer with a Status, too.

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
