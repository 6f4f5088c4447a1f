import { byText } from '../../machinery/by-text'
import { escapeGoJson, writeGoJson } from '../../machinery/go-json'
import { isObject, type Json } from '../../machinery/json'
import { writeJson } from '../../machinery/json-text'

/** An object's members in printing order, without undefined ones. */
export const sortedEntries = (object: object): [string, Json][] =>
  Object.entries(object as Record<string, Json | undefined>)
    .filter((entry): entry is [string, Json] => entry[1] !== undefined)
    .sort(([a], [b]) => byText(a, b))

/** A JSON string with the characters escaped that could end a script. */
export const quote = (text: string): string => escapeGoJson(JSON.stringify(text))

const scalar = (value: unknown): string =>
  typeof value === 'string' ? quote(value) : value === undefined ? 'null' : writeJson(value)

/** JSON on one line, with sorted members. */
export const compactJson = writeGoJson

/** JSON on several lines, with members sorted unless `keepOrder` is set. */
export function indentedJson(value: unknown, indent = '    ', keepOrder = false, level = ''): string {
  const deeper = level + indent
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return `[\n${value.map((item) => deeper + indentedJson(item, indent, keepOrder, deeper)).join(',\n')}\n${level}]`
  }
  if (isObject(value)) {
    const entries = keepOrder ? Object.entries(value) : sortedEntries(value)
    if (entries.length === 0) return '{}'
    return `{\n${entries
      .map(([key, member]) => `${deeper}${quote(key)}: ${indentedJson(member, indent, keepOrder, deeper)}`)
      .join(',\n')}\n${level}}`
  }
  return scalar(value)
}
