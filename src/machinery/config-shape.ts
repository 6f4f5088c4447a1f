import { namesHintFor } from '../names/choice'
import { parseConfigText } from './config-text'
import type { FieldError } from './field-wording'
import { isObject, type Json } from './json'
import { messageOf } from './message-of'

/** An invalid or unsupported configuration; the message names the field. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Fields that a configuration may have; all others are refused by name. `any` is passed through unchecked, `map` holds strings. */
export type ConfigShape =
  | 'string'
  | 'boolean'
  | 'integer'
  | 'number'
  | 'any'
  | 'map'
  | { readonly list: ConfigShape }
  | { readonly fields: Readonly<Record<string, ConfigShape>> }

const CHECKS: Readonly<Record<string, readonly [(value: Json) => boolean, string]>> = {
  string: [(value) => typeof value === 'string', 'a string'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  integer: [(value) => Number.isInteger(value), 'a whole number'],
  number: [(value) => typeof value === 'number', 'a number'],
  any: [() => true, ''],
  map: [
    (value) => isObject(value) && Object.values(value).every((item) => typeof item === 'string'),
    'a map of strings',
  ],
}

/**
 * Checks a configuration against its shape and returns it typed. Nulls count as absent.
 * @throws ConfigError naming the first field that is unknown or of the wrong type
 */
export function readShape<T>(value: Json, shape: ConfigShape, where: string, path = ''): T {
  const fail = (why: string): never => {
    throw new ConfigError(`${where}: ${path ? `${path} ` : ''}${why}`)
  }
  if (typeof shape === 'string') {
    const [holds, expected] = CHECKS[shape] ?? CHECKS.any ?? [() => true, '']
    return holds(value) ? (value as T) : fail(`must be ${expected}`)
  }
  if ('list' in shape) {
    if (!Array.isArray(value)) return fail('must be a list')
    return value.map((item, i) => readShape<unknown>(item, shape.list, where, `${path}[${i}]`)) as T
  }
  if (!isObject(value)) return fail('must be an object')
  const read: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    const at = path ? `${path}.${name}` : name
    const known = Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
    if (known === undefined) throw new ConfigError(`${where}: unknown field "${at}"`)
    if (member !== null && member !== undefined) read[name] = readShape<unknown>(member, known, where, at)
  }
  return read as T
}

/** Fields common to all versioned configurations. */
export const TYPE_FIELDS = { apiVersion: 'string', kind: 'string' } as const satisfies Record<string, ConfigShape>

/** @throws ConfigError when a configuration has another kind or an unsupported version */
export function expectKind(value: Json, kind: string, apiVersions: readonly string[], where: string): void {
  const { apiVersion, kind: given } = isObject(value) ? value : {}
  const show = (text: Json | undefined) => (text === undefined || text === '' ? 'nothing' : JSON.stringify(text))
  if (given !== kind) throw new ConfigError(`${where}: kind must be "${kind}", not ${show(given)}`)
  if (typeof apiVersion !== 'string' || !apiVersions.includes(apiVersion))
    throw new ConfigError(
      `${where}: apiVersion must be ${apiVersions.map((version) => `"${version}"`).join(' or ')}, not ${show(apiVersion)}${namesHintFor(show(apiVersion))}`,
    )
}

/**
 * Parses a versioned configuration from YAML or JSON.
 * @throws ConfigError naming the first syntax or shape error
 */
export function parseConfiguration<T>(
  text: string,
  where: string,
  {
    kind,
    versions,
    shape,
  }: { readonly kind: string; readonly versions: readonly string[]; readonly shape: ConfigShape },
): T {
  let value: Json
  try {
    value = parseConfigText(text)
  } catch (error) {
    throw new ConfigError(`${where}: ${messageOf(error)}`)
  }
  expectKind(value, kind, versions, where)
  return readShape<T>(value, shape, where)
}

/** @throws ConfigError listing all field errors, if there are any */
export function throwFieldErrors(errors: readonly FieldError[], where: string): void {
  const texts = errors.map(({ field, message }) => `${field}: ${message}`)
  if (texts.length > 0) throw new ConfigError(`${where}: ${texts.length > 1 ? `[${texts.join(', ')}]` : texts.join()}`)
}
