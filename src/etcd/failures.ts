import { Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { StoreError } from '../store/store'
import { handshakeFault } from './certificate-faults'

/** The library's messages for calls that were never sent. Any such call can be repeated safely. */
const NEVER_SENT = /No connection established|Name resolution failed/

const AWAY: ReadonlySet<status> = new Set([
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
  status.CANCELLED,
  status.UNKNOWN,
])

/** Whether another member may be available. */
export const isAway = ({ code }: ServiceError): boolean => AWAY.has(code)

/** Whether the call can't have reached the member. */
export const neverSent = ({ details }: ServiceError): boolean => NEVER_SENT.test(details)

/** Whether etcd answered that the requested history is compacted. */
export const isCompacted = (error: unknown): boolean =>
  error instanceof StoreError && (error.cause as Partial<ServiceError> | undefined)?.code === status.OUT_OF_RANGE

/** Whether retrying does not help, because certificates don't match. */
export const isHandshake = (error: unknown): boolean =>
  error instanceof StoreError &&
  handshakeFault((error.cause as Partial<ServiceError> | undefined)?.details ?? '') !== undefined

/** The error of a stream whose member no longer serves. */
export const awayError = (details: string): ServiceError =>
  Object.assign(new Error(details), { code: status.UNAVAILABLE, details, metadata: new Metadata() })

/** The store's error for a failed call; `what` describes the etcd for messages. */
export function storeErrorOf(error: ServiceError, what: string): StoreError {
  const options = { cause: error }
  // The library appends a note that is empty here.
  const said = (error.details || error.message).replace(/ Resolution note: *$/, '')
  const certificates = neverSent(error) ? handshakeFault(said) : undefined
  if (certificates)
    return new StoreError('unreachable', `${what} can’t be reached over TLS: ${certificates} (${said})`, options)
  if (isAway(error)) return new StoreError('unreachable', `${what} does not answer: ${said}`, options)
  if (error.code === status.RESOURCE_EXHAUSTED)
    return new StoreError('quota-exceeded', `${what} takes no more: ${said}`, options)
  if (error.code === status.INVALID_ARGUMENT && /too large/.test(said))
    return new StoreError('too-large', said, options)
  return new StoreError('write-failed', `${what} refused: ${said}`, options)
}
