import { encodeYaml } from '../../machinery/encode-yaml'
import { quote } from './json-text'

/** YAML in the format of the reference client and of servers. */
export const yamlText = (value: unknown): string => encodeYaml(value)

/** A string in double quotes, for messages. */
export const quoted = (text: string): string =>
  quote(text)
    .replace(/\\u003c/g, '<')
    .replace(/\\u003e/g, '>')
    .replace(/\\u0026/g, '&')
