import { byCodePoint } from './by-code-point'
import { isObject } from './json'
import { writeJson } from './json-text'

const ESCAPED: Readonly<Record<string, string>> = {
  '<': String.raw`\u003c`,
  '>': String.raw`\u003e`,
  '&': String.raw`\u0026`,
  '\u2028': String.raw`\u2028`,
  '\u2029': String.raw`\u2029`,
}

/** Escapes what Go's JSON writer escapes, so that the text can stand in a web page. */
export const escapeGoJson = (text: string): string => text.replace(/[<>&\u2028\u2029]/g, (one) => ESCAPED[one] ?? one)

/** JSON as Go writes a map: without spaces, with sorted members. */
export function writeGoJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeGoJson).join(',')}]`
  if (!isObject(value)) return escapeGoJson(writeJson(value) ?? 'null')
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort(byCodePoint)
  return `{${members.map((name) => `${writeGoJson(name)}:${writeGoJson(value[name])}`).join(',')}}`
}
