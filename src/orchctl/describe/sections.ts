import type { ApiObject } from '../../machinery/object'
import { type Fields, itemsOf, textOf, writeAnnotations, writeLabels } from './common'
import type { Writer } from './writer'

/** Lines for labels and annotations. */
export function writeMeta(writer: Writer, { metadata }: ApiObject): void {
  writeLabels(writer, 0, 'Labels', metadata.labels)
  writeAnnotations(writer, 0, 'Annotations', metadata.annotations)
}
/** Lines for name and namespace. */
export function writeNames(writer: Writer, { metadata }: ApiObject): void {
  writer.field(0, 'Name', metadata.name)
  writer.field(0, 'Namespace', metadata.namespace)
}

/** The table of conditions; nothing if there are none. */
export function writeConditions(writer: Writer, status: Fields): void {
  const conditions = itemsOf(status.conditions)
  if (conditions.length === 0) return
  writer.line(0, 'Conditions:')
  writer.line(1, 'Type\tStatus\tReason')
  writer.line(1, '----\t------\t------')
  for (const { type, status: is, reason } of conditions)
    writer.line(1, `${textOf(type)} \t${textOf(is)}\t${textOf(reason)}`)
}
