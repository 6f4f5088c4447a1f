import { goQuoted } from './go-quote'
import type { FieldWording } from './field-wording'

/** Values of `Status.reason`. */
export type StatusReason =
  | ''
  | 'Unauthorized'
  | 'Forbidden'
  | 'NotFound'
  | 'AlreadyExists'
  | 'Conflict'
  | 'Gone'
  | 'Invalid'
  | 'ServerTimeout'
  | 'Timeout'
  | 'TooManyRequests'
  | 'BadRequest'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'RequestEntityTooLarge'
  | 'UnsupportedMediaType'
  | 'InternalError'
  | 'Expired'
  | 'ServiceUnavailable'

/** One cause of a failure; `field` is the path of the field at fault. */
export interface StatusCause {
  reason?: string
  message?: string
  field?: string
}

/** The object that a failure is about, as Status objects report it. `kind` holds a resource or a kind (see `ApiError`). */
export interface StatusDetails {
  name?: string
  group?: string
  kind?: string
  uid?: string
  causes?: StatusCause[]
  retryAfterSeconds?: number
}

/** Ways of telling a failure that came with later releases: those of fields, and which media types a route has. */
export type Wording = FieldWording | 'representations'
/** Whether a release has a wording. */
export type Speaks = (wording: Wording) => boolean

/**
 * A failure with a defined API representation. Throw it where it arises; only server/status.ts turns it into a Status object.
 * `details.kind` holds the resource name (plural) for look-up failures and the kind for validation failures, as servers of this API do.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly code: number,
    readonly reason: StatusReason,
    message: string,
    readonly details?: StatusDetails,
    /** For an expired list token: a token to continue the list at the current revision. */
    readonly continueToken?: string,
    /** `status` of the Status object; webhooks may set another value. */
    readonly outcome = 'Failure',
  ) {
    super(message)
  }

  /** The same failure in the newest wording that a release has. */
  inWords(_speaks: Speaks): ApiError {
    return this
  }
}

/** A resource in messages: `deployments.apps`. */
export interface ResourceName {
  readonly group: string
  readonly resource: string
}
/** A kind in messages: `Deployment.apps`. */
export interface KindName {
  readonly group: string
  readonly kind: string
}

const qualified = ({ group, resource }: ResourceName): string => (group ? `${resource}.${group}` : resource)
const detailsOf = ({ group, resource }: ResourceName, name?: string): StatusDetails => ({
  ...(name && { name }),
  ...(group && { group }),
  kind: resource,
})

/** 400: the request can't be understood. */
export const badRequest = (message: string): ApiError => new ApiError(400, 'BadRequest', message)
/** 401: the credentials are missing or invalid. */
export const unauthorized = (message = 'Unauthorized'): ApiError => new ApiError(401, 'Unauthorized', message)
/** 403: authorization or admission refuses the request. `name` may be empty; so may the resource, for other paths. */
export const forbiddenRequest = (of: ResourceName, name: string, why: string): ApiError =>
  new ApiError(
    403,
    'Forbidden',
    of.resource ? `${qualified(of)} ${name ? `${goQuoted(name)} ` : ''}is forbidden: ${why}` : `forbidden: ${why}`,
    of.resource ? detailsOf(of, name) : {},
  )
/** 404: there is no object of that name. */
export const notFoundError = (of: ResourceName, name: string): ApiError =>
  new ApiError(404, 'NotFound', `${qualified(of)} ${goQuoted(name)} not found`, detailsOf(of, name))
/** Error for a path that no resource or endpoint serves. */
export const noSuchPath = (): ApiError =>
  new ApiError(404, 'NotFound', 'the server could not find the requested resource', {})
/** `isTerminating`: the object of that name waits for its finalizers. */
export const alreadyExists = (of: ResourceName, name: string, isTerminating = false): ApiError =>
  new ApiError(
    409,
    'AlreadyExists',
    `${isTerminating ? 'object is being deleted: ' : ''}${qualified(of)} ${goQuoted(name)} already exists`,
    detailsOf(of, name),
  )
/** An operation that the server gave up; the client may try again. */
export const serverTimeout = ({ group, kind }: KindName, operation: string): ApiError =>
  new ApiError(
    500,
    'ServerTimeout',
    `The ${operation} operation against ${kind}${group && `.${group}`} could not be completed at this time, please try again.`,
    { name: operation, ...(group && { group }), kind },
  )
/** A name made of `generateName` that exists already: the client may try again. */
export const generatedNameTaken = (of: ResourceName, name: string): ApiError =>
  new ApiError(
    409,
    'AlreadyExists',
    `${qualified(of)} ${goQuoted(name)} already exists, the server was not able to generate a unique name for the object`,
    { ...detailsOf(of, name), retryAfterSeconds: 1 },
  )
/** 409: the write does not fit the object's present state. */
export const conflictError = (of: ResourceName, name: string, why: string): ApiError =>
  new ApiError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${qualified(of)} ${goQuoted(name)}: ${why}`,
    detailsOf(of, name),
  )
/** 409: the resourceVersion that the client sent is not the object's current one. */
export const objectModified = (of: ResourceName, name: string): ApiError =>
  conflictError(of, name, 'the object has been modified; please apply your changes to the latest version and try again')
/** A field-ownership conflict with one cause for each field and manager (resource API, "Field-ownership apply" 4). */
export const applyConflict = (message: string, causes: StatusCause[]): ApiError =>
  new ApiError(409, 'Conflict', message, { causes })
/** 405: the resource does not support the action. */
export const methodNotAllowed = (of: ResourceName, action: string): ApiError =>
  new ApiError(
    405,
    'MethodNotAllowed',
    of.resource
      ? `${action} is not supported on resources of kind "${qualified(of)}"`
      : 'the server does not allow this method on the requested resource',
    of.resource ? detailsOf(of) : {},
  )
/** 413: the body exceeds its limit. */
export const tooLarge = (message: string): ApiError => new ApiError(413, 'RequestEntityTooLarge', message)
/** 410: a continue token or resourceVersion is older than the history. `continueToken` continues the list at the current revision. */
export const expired = (message: string, continueToken?: string): ApiError =>
  new ApiError(410, 'Expired', message, undefined, continueToken)
/** 504: the request ran out of time. What it asked for may still happen. */
export const timeout = (message: string, retryAfterSeconds?: number, causes?: StatusCause[]): ApiError =>
  new ApiError(504, 'Timeout', message, {
    ...(causes && { causes }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
/** 429: the client should try again after that many seconds; 0 gives no advice. */
export const tooManyRequests = (message: string, retryAfterSeconds: number, causes?: StatusCause[]): ApiError =>
  new ApiError(429, 'TooManyRequests', message, {
    ...(causes && { causes }),
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
  })
/** A failure before the request is authenticated: clients get plain text instead of a Status. */
export class PreAuthError extends ApiError {
  constructor(message: string) {
    super(500, 'InternalError', message)
  }
}

/** 500: the server failed in a way that the client can't mend. */
export const internalError = (message: string): ApiError =>
  new ApiError(500, 'InternalError', `Internal error occurred: ${message}`, { causes: [{ message }] })
/** A failure that servers of this API report without a reason and as 500, even when the client caused it. */
export const unclassifiedError = (message: string): ApiError => new ApiError(500, '', message)
/** 503: the server can't answer now, but will soon. */
export const serviceUnavailable = (message: string, retryAfterSeconds = 1): ApiError =>
  new ApiError(503, 'ServiceUnavailable', message, { retryAfterSeconds })
