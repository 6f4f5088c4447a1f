import { isObject } from '../../../machinery/json'

const isSecret = (entry: unknown): boolean =>
  isObject(entry) && typeof entry['key'] === 'string' && entry['key'].startsWith('/core/secrets/')

/** An export without the secrets in it. Throws when the text is no export. */
export function leaveSecretsOut(text: string): string {
  const data: unknown = JSON.parse(text)
  if (!isObject(data) || !Array.isArray(data['entries'])) throw new Error('the export has no entries')
  return JSON.stringify({ ...data, entries: data['entries'].filter((entry) => !isSecret(entry)) })
}
