import { isObject } from '../machinery/json'
import { translate } from './dictionary'
import { ALL_NAMES, type Names } from './sets'

/** A store entry in the format of exports. */
export interface ExportedEntry {
  readonly key: string
  readonly value: unknown
}

/** Entries with user content, which is not translated. */
const CONTENT: readonly (readonly [under: string, members: readonly string[]])[] = [
  ['/core/configmaps/', ['data', 'binaryData']],
  ['/core/secrets/', ['data', 'stringData']],
]

function convertValue(value: unknown, to: Names): unknown {
  if (typeof value === 'string') return translate(value, to)
  if (Array.isArray(value)) return value.map((item) => convertValue(item, to))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [translate(key, to), convertValue(member, to)]),
  )
}

/** A token from the other vocabulary has claims that are not recognized here; without it, the account gets a new one. */
function withoutToken(data: unknown): unknown {
  if (!isObject(data)) return data
  const { token: _, ...rest } = data
  return rest
}

function convertObject(key: string, value: Readonly<Record<string, unknown>>, to: Names): unknown {
  const own = CONTENT.find(([under]) => key.startsWith(under))?.[1] ?? []
  const isToken = /\/service-account-token$/.test(String(value['type']))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (!own.includes(name)) return [name, convertValue(member, to)]
      return [name, isToken && name === 'data' ? withoutToken(member) : member]
    }),
  )
}

/** Translates a stored entry: keys, identifiers in objects, and texts such as the last applied configuration. */
export const convertEntry = <E extends ExportedEntry>(entry: E, to: Names): E => ({
  ...entry,
  key: entry.key
    .split('/')
    .map((part) => translate(part, to))
    .join('/'),
  value: isObject(entry.value) ? convertObject(entry.key, entry.value, to) : convertValue(entry.value, to),
})

/** The vocabulary of an export: as stated in it, otherwise `orch`, which was the only one for early exports. */
export const namesOfExport = (said: unknown): Names => ALL_NAMES.find((names) => names === said) ?? 'orch'
