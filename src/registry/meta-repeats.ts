import type { FieldError } from '../machinery/field-error'
import type { HubType } from './resource-type'

/** Seen with a server of 1.20; most kinds look at what may change, and at the whole, once each. */
const ONCE_EACH = [1, 1] as const

const EVERY_LOOK = /^metadata\.(labels|annotations|ownerReferences)/
const times = <T>(list: readonly T[], count: number): T[] => Array.from({ length: count }, () => list).flat()

/** What is wrong with the metadata of an update, as often as it is told: `changes` is what may not change, `whole` all else. */
export function repeatedErrors(
  { behaviour }: HubType,
  changes: readonly FieldError[],
  whole: readonly FieldError[],
): FieldError[] {
  const [looks, wholes] = behaviour.metadataLooks ?? ONCE_EACH
  return [
    ...times(changes, 1 + looks),
    ...whole.filter(({ field }) => !EVERY_LOOK.test(field)),
    ...times(
      whole.filter(({ field }) => EVERY_LOOK.test(field)),
      2 + looks + wholes,
    ),
  ]
}
