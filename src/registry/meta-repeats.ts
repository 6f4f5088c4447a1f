import type { FieldError } from '../machinery/field-error'
import type { HubType } from './resource-type'
import type { WriteCall } from './write-call'

/** Seen with a server of 1.20; most kinds look at what may change, and at the whole, once each. */
const ONCE_EACH = [1, 1] as const

const EVERY_LOOK = /^metadata\.(labels|annotations|ownerReferences)/
const times = <T>(list: readonly T[], count: number): T[] => Array.from({ length: count }, () => list).flat()

/** Whether refusals of an update tell what is wrong with its metadata more than once. */
export const repeatsErrors = ({ type }: WriteCall): boolean => !type.custom

/** What is wrong with the metadata of an update, as often as it is told: `changes` is what may not change, `whole` all else. */
export function repeatedErrors(
  { behaviour }: HubType,
  changes: readonly FieldError[],
  whole: readonly FieldError[],
): FieldError[] {
  const [looks, wholes] = behaviour.metadataLooks ?? ONCE_EACH
  return [
    ...times(changes, 1 + looks),
    ...whole.flatMap((error) => times([error], EVERY_LOOK.test(error.field) ? 2 + looks + wholes : 1)),
  ]
}
