import { Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { StoreError } from '../store/store'
import { handshakeFault } from './certificate-faults'

/** What the library says of a call that never left. Such a call can be sent elsewhere, whatever it does. */
const NEVER_SENT = /No connection established|Name resolution failed/

const AWAY: ReadonlySet<status> = new Set([
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
  status.CANCELLED,
  status.UNKNOWN,
])

/** Whether another member may do better. */
export const isAway = ({ code }: ServiceError): boolean => AWAY.has(code)

/** Whether the member can't have seen the call. */
export const neverSent = ({ details }: ServiceError): boolean => NEVER_SENT.test(details)

/** Whether etcd answered that history no longer reaches back so far. */
export const isCompacted = (error: unknown): boolean =>
  error instanceof StoreError && (error.cause as Partial<ServiceError> | undefined)?.code === status.OUT_OF_RANGE

/** Whether waiting does not help: certificates do not fit. */
export const isHandshake = (error: unknown): boolean =>
  error instanceof StoreError &&
  handshakeFault((error.cause as Partial<ServiceError> | undefined)?.details ?? '') !== undefined

/** What a stream ends with that its member no longer serves. */
export const awayError = (details: string): ServiceError =>
  Object.assign(new Error(details), { code: status.UNAVAILABLE, details, metadata: new Metadata() })

/** What went wrong with the etcd that a person knows as `what`, as the store tells it. */
export function storeErrorOf(error: ServiceError, what: string): StoreError {
  const options = { cause: error }
  // The library ends its text with a note that is empty here.
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
