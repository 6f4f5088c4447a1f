import { isObject } from '../../../machinery/json'
import { parseJson, writeJson } from '../../../machinery/json-text'

const isSecret = (entry: unknown): boolean =>
  isObject(entry) && typeof entry['key'] === 'string' && entry['key'].startsWith('/core/secrets/')

/** An export without the secrets in it. Throws when the text is no export. */
export function leaveSecretsOut(text: string): string {
  const data: unknown = parseJson(text)
  if (!isObject(data) || !Array.isArray(data['entries'])) throw new Error('the export has no entries')
  return writeJson({ ...data, entries: data['entries'].filter((entry) => !isSecret(entry)) })
}
