import { encodeYaml } from '../../machinery/encode-yaml'
import { quote } from './json-text'

/** YAML as the known client prints it, which writes it as servers do. */
export const yamlText = (value: unknown): string => encodeYaml(value)

/** A text for a message: in double quotes. */
export const quoted = (text: string): string =>
  quote(text)
    .replace(/\\u003c/g, '<')
    .replace(/\\u003e/g, '>')
    .replace(/\\u0026/g, '&')
