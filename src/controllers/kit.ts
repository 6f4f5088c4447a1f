import { type Client, isStatus, type Target } from '../client/client'
import { clone, equal } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { type ControllerOptions, runController } from './controller'
import type { ControllerDeps } from './controllers'

/** Runs a controller that reads as the manager, on the cluster's clock, until its signal aborts. */
export const runNamed = (
  { reader, clock, signal, log }: ControllerDeps,
  name: string,
  rest: Omit<ControllerOptions, 'name' | 'client' | 'clock' | 'signal' | 'log'>,
): Promise<void> =>
  runController({ name, client: reader, clock, signal, log: (message) => log(name, message), ...rest })

/** Resolves to undefined where the object that a request speaks of is gone, or is another one of the same name. */
export async function unlessGone<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (isStatus(error, 'NotFound')) return undefined
    throw error
  }
}

/** Deletes this very object and no later one of its name. @returns whether it was still there */
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

/** Writes a status that says something new. @throws StatusError a conflict where the object has changed since it was read */
export async function writeStatus(
  client: Client,
  target: Target,
  object: ApiObject,
  status: object,
): Promise<ApiObject | undefined> {
  if (equal(meaningful(status), meaningful(object.status ?? {}))) return undefined
  const updated = clone(object)
  updated.status = status
  return unlessGone(
    client.update({ ...target, namespace: object.metadata.namespace }, updated, { subresource: 'status' }),
  )
}

/** Without members that say no more than their absence: zeros, empty texts, lists and maps. */
export function meaningful(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(meaningful)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [key, meaningful(member)] as const)
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)))
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === 0 ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0)
