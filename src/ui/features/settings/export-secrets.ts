import { isObject } from '../../../machinery/json'
import { parseJson, writeJson } from '../../../machinery/json-text'
import { convertEntry, namesOfExport } from '../../../names/convert'
import { SPOKEN } from '../../../names/spoken'

const SECRETS = '/core/secrets/'

interface Entry extends Readonly<Record<string, unknown>> {
  readonly key: string
  readonly value: unknown
}

const isEntry = (entry: unknown): entry is Entry => isObject(entry) && typeof entry['key'] === 'string'
const isSecret = (entry: unknown): boolean => isEntry(entry) && entry.key.startsWith(SECRETS)

interface Export {
  readonly names?: unknown
  readonly entries: readonly unknown[]
}

/** @throws Error if the text is not an export */
function readExport(text: string): Export {
  const data: unknown = parseJson(text)
  if (!isObject(data) || !Array.isArray(data['entries'])) throw new Error('the export has no entries')
  return { ...data, entries: data['entries'] }
}

/** An export without secrets. @throws Error if the text is not an export */
export function leaveSecretsOut(text: string): string {
  const data = readExport(text)
  return writeJson({ ...data, entries: data.entries.filter((entry) => !isSecret(entry)) })
}

/** Number of Secrets in an export. @throws Error if the text is not an export */
export const countSecrets = (text: string): number => readExport(text).entries.filter(isSecret).length

/**
 * An import that keeps the stored Secrets: drops those of the file, and adds the stored ones whose namespace the file contains.
 * @throws Error if a text is not an export
 */
export function keepStoredSecrets(stored: string, file: string): string {
  const data = readExport(file)
  const foreign = namesOfExport(data.names) !== SPOKEN
  const brought = data.entries
    .filter((entry) => !isSecret(entry))
    .map((entry) => (foreign && isEntry(entry) ? convertEntry(entry, SPOKEN) : entry))
  const keys = new Set(brought.filter(isEntry).map(({ key }) => key))
  const kept = readExport(stored).entries.filter(
    (entry) => isEntry(entry) && isSecret(entry) && keys.has(`/core/namespaces/${entry.key.split('/')[3] ?? ''}`),
  )
  return writeJson({ ...data, names: SPOKEN, entries: [...brought, ...kept] })
}
