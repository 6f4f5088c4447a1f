import { isObject } from '../machinery/json'
import { translate } from './dictionary'
import { ALL_NAMES, type Names } from './sets'

/** An entry of a store as an export has it. */
export interface ExportedEntry {
  readonly key: string
  readonly value: unknown
}

/** Where entries lie whose content is people's own: it is not looked into. */
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

/** A token of the other names is signed with claims that nobody here reads: without it, the account gets another one. */
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

/** Stored entries in other names: keys, identifiers in objects, and texts such as the last applied configuration. */
export const convertEntry = <E extends ExportedEntry>(entry: E, to: Names): E => ({
  ...entry,
  key: entry.key
    .split('/')
    .map((part) => translate(part, to))
    .join('/'),
  value: isObject(entry.value) ? convertObject(entry.key, entry.value, to) : convertValue(entry.value, to),
})

/** The names that an export is in: those it says, or `orch`, which all exports had before there were others. */
export const namesOfExport = (said: unknown): Names => ALL_NAMES.find((names) => names === said) ?? 'orch'
