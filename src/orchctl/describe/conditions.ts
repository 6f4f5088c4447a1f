import { type Fields, itemsOf, textOf, timeText } from './common'
import type { Writer } from './writer'

/** The conditions of a status as a table; `seen` is the field with the time at which each was last observed. Writes nothing if there are none. */
export function writeConditions(
  writer: Writer,
  status: Fields,
  [heading, seen]: readonly [heading: string, seen: string],
): void {
  const conditions = itemsOf(status.conditions)
  if (conditions.length === 0) return
  writer.line(0, 'Conditions:')
  writer.line(1, `Type\tStatus\t${heading}\tLastTransitionTime\tReason\tMessage`)
  writer.line(1, `----\t------\t${'-'.repeat(heading.length)}\t------------------\t------\t-------`)
  for (const one of conditions)
    writer.line(
      1,
      `${textOf(one.type)} \t${textOf(one.status)} \t${timeText(one[seen])} \t${timeText(one.lastTransitionTime)} \t${textOf(one.reason)} \t${textOf(one.message)}`,
    )
}
