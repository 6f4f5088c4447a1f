import { isObject, type Json, type JsonObject } from '../machinery/json'

/** An invalid or unsupported configuration; the message begins with the field. */
export class SchedulerConfigurationError extends Error {
  override readonly name = 'SchedulerConfigurationError'
}

/** The kind of a scheduler’s configuration. */
export const CONFIGURATION_KIND = 'OrchSchedulerConfiguration'

/** @throws SchedulerConfigurationError about the field at this path */
export const failAt = (at: string, why: string): never => {
  throw new SchedulerConfigurationError(`${at}: ${why}`)
}

/** An object's members; an unknown one is refused by name. */
export function membersAt(
  value: Json | undefined,
  at: string,
  known: readonly string[],
  unheeded: readonly string[] = [],
) {
  if (value === undefined || value === null) return {} as JsonObject
  if (!isObject(value)) return failAt(at || CONFIGURATION_KIND, 'must be an object')
  for (const name of Object.keys(value)) {
    const path = at ? `${at}.${name}` : name
    if (unheeded.includes(name)) failAt(path, 'is not supported by the simulated scheduler')
    if (!known.includes(name)) failAt(path, 'unknown field')
  }
  return value
}

/** A list; an absent one is empty. */
export const listAt = (value: Json | undefined, at: string): readonly Json[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : failAt(at, 'must be a list')

/** A text, or undefined if there is none. */
export const stringAt = (value: Json | undefined, at: string): string | undefined =>
  value === undefined || value === null || typeof value === 'string'
    ? (value ?? undefined)
    : failAt(at, 'must be a text')

/** A whole number, or undefined if there is none. */
export function wholeNumberAt(value: Json | undefined, at: string): number | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'number' && Number.isInteger(value) ? value : failAt(at, 'must be a whole number')
}
