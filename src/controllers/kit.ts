import type { Client } from '../client/client'
import type { FlagName, ReadFlag } from '../machinery/flag-name'
import { parseGoDuration } from '../machinery/go-duration'
import { clone, equal } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { isStatus } from '../client/status-error'
import type { Target } from '../client/targets'
import { type ControllerOptions, runController } from './controller'
import type { ControllerDeps } from './controllers'

/** Runs a controller that reads as the controller manager, on the cluster's clock, until its signal aborts. */
export const runNamed = (
  { reader, clock, signal, log }: ControllerDeps,
  name: string,
  rest: Omit<ControllerOptions, 'name' | 'client' | 'clock' | 'signal' | 'log'>,
): Promise<void> =>
  runController({ name, client: reader, clock, signal, log: (message) => log(name, message), ...rest })

/** A flag's duration in milliseconds; `otherwise` if the flag has no value. Throws if it is no duration, or not more than 0. */
export function positiveDuration(flag: ReadFlag, name: FlagName, otherwise: string): number {
  const text = flag(name) ?? otherwise
  const ms = parseGoDuration(text)
  if (ms === undefined || ms <= 0) throw new Error(`--${name}: "${text}" is not a positive duration`)
  return ms
}

/** The result of a request, or undefined if its object is gone or was replaced by another one of the same name. */
export async function undefinedIfGone<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (isStatus(error, 'NotFound')) return undefined
    throw error
  }
}

/** Deletes exactly this object, not a later one of the same name. @returns whether it still existed */
export async function remove(
  client: Client,
  target: Target,
  { metadata }: ApiObject,
  propagationPolicy?: 'Background' | 'Foreground',
): Promise<boolean> {
  const options = { body: { preconditions: { uid: metadata.uid }, ...(propagationPolicy && { propagationPolicy }) } }
  try {
    await client.delete({ ...target, namespace: metadata.namespace }, metadata.name ?? '', options)
    return true
  } catch (error) {
    if (isStatus(error, 'NotFound') || isStatus(error, 'Conflict')) return false
    throw error
  }
}

/** Writes a status if it differs from the current one. @throws StatusError a conflict if the object has changed since it was read */
export async function writeStatus(
  client: Client,
  target: Target,
  object: ApiObject,
  status: object,
): Promise<ApiObject | undefined> {
  if (equal(withoutZeroValues(status), withoutZeroValues(object.status ?? {}))) return undefined
  const updated = clone(object)
  updated.status = status
  return undefinedIfGone(
    client.update({ ...target, namespace: object.metadata.namespace }, updated, { subresource: 'status' }),
  )
}

/** Drops members that are equivalent to absence: zeros, empty strings, lists and maps. */
export function withoutZeroValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutZeroValues)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [key, withoutZeroValues(member)] as const)
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)))
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === 0 ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0)
