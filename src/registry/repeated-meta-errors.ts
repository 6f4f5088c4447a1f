import type { FieldError } from '../machinery/field-wording'
import type { HubType } from './resource-type'

/** Observed on a 1.20 server; most kinds check immutable metadata and the whole metadata once each. */
const ONCE_EACH = [1, 1] as const

const EVERY_LOOK = /^metadata\.(labels|annotations|ownerReferences)/
/** The kind's own look at the whole judges the prefix of names, whose rule is the kind's. */
const WHOLE_ONLY = /^metadata\.generateName$/
/** Whether finalizers are known is not part of the look at all kinds. */
const KINDS_LOOK = /^metadata\.finalizers\[/
const times = <T>(list: readonly T[], count: number): T[] => Array.from({ length: count }, () => list).flat()

/** Metadata errors of an update, repeated as servers report them: `changes` for immutable fields, `whole` for all others. */
export function repeatedErrors(
  { behaviour }: HubType,
  changes: readonly FieldError[],
  whole: readonly FieldError[],
): FieldError[] {
  if (changes.length === 0 && whole.length === 0) return []
  const [looks, wholes] = behaviour.metadataPasses ?? ONCE_EACH
  return [
    ...times(changes, 1 + looks),
    ...times(
      whole.filter(({ field }) => WHOLE_ONLY.test(field)),
      wholes,
    ),
    ...whole.filter(({ field }) => !EVERY_LOOK.test(field) && !KINDS_LOOK.test(field) && !WHOLE_ONLY.test(field)),
    ...times(
      whole.filter(({ field }) => KINDS_LOOK.test(field)),
      looks + wholes,
    ),
    ...times(
      whole.filter(({ field }) => EVERY_LOOK.test(field)),
      2 + looks + wholes,
    ),
  ]
}
