import { DecodeError } from './decode-error'
import { decodeYaml } from './decode-yaml'
import type { Json } from './json'

/**
 * Parses the text of a configuration file: the first document of a YAML text, or JSON. A key may not be repeated.
 * @throws DecodeError whose message does not quote values, since they may be credentials
 */
export function parseConfigText(text: string): Json {
  const { value, duplicates } = decodeYaml(text)
  const [repeated] = duplicates
  if (repeated !== undefined) throw new DecodeError(`the key ${repeated} is repeated`)
  return value
}
