import { isObject } from '../../machinery/json'
import { printValue } from '../print/go-value'
import { sortedEntries } from '../print/json-text'
import { writeHead } from './common'
import type { Describe } from './world'
import { Writer } from './writer'

const ACRONYMS = new Set(['API', 'URL', 'UID', 'OSB', 'GUID'])

/** `Creation Timestamp` for `creationTimestamp`; names with other characters stay unchanged. */
export function labelOf(field: string): string {
  if (/[^\p{L}-]/u.test(field)) return field
  const words = field.match(/\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|-/gu) ?? [field]
  return words
    .map((word) =>
      ACRONYMS.has(word.toUpperCase()) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ')
}

const LEFT_OUT = new Set([
  '.metadata.managedFields',
  '.metadata.name',
  '.metadata.namespace',
  '.metadata.labels',
  '.metadata.annotations',
])

/** Every field of an object, with readable names. */
export const describeAny: Describe = async (object, world) => {
  const writer = new Writer()
  writeHead(writer, object, true)
  writeContent(writer, 0, object, '')
  await world.events(writer, object)
  return writer.text()
}

function writeContent(writer: Writer, level: number, content: object, path: string): void {
  for (const [field, value] of sortedEntries(content)) {
    const here = `${path}.${field}`
    if (LEFT_OUT.has(here)) continue
    const label = labelOf(field)
    if (isObject(value)) {
      writer.line(level, `${label}:`)
      writeContent(writer, level + 1, value, here)
    } else if (Array.isArray(value)) {
      writer.line(level, `${label}:`)
      for (const item of value)
        if (isObject(item)) writeContent(writer, level + 1, item, here)
        else writer.line(level + 1, printValue(item))
    } else writer.field(level, label, printValue(value))
  }
}
