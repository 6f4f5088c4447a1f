import type { AddressField } from '../api/kind'
import type { KindContext } from '../api/kind-context'
import { addressFault, rangeFault } from '../api/kinds/shared/address-forms'
import { addressWarnings, rangeWarnings } from '../api/kinds/shared/address-warnings'
import { behaves } from '../api/releases/ledger'
import { invalid } from '../machinery/field-error'
import type { FieldError } from '../machinery/field-wording'
import { isObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'

interface Found {
  readonly field: string
  readonly text: string
}

interface Step {
  readonly name: string
  readonly isList: boolean
}

/** All texts at a path such as `spec.peers[].cidr`, from its step `n` on. */
function textsAt(value: unknown, path: readonly Step[], n = 0, field = ''): readonly Found[] {
  const step = path[n]
  if (!step) return typeof value === 'string' && value !== '' && value !== 'None' ? [{ field, text: value }] : NOTHING
  const inner = isObject(value) ? value[step.name] : undefined
  // Most objects have none of the fields.
  if (inner === undefined) return NOTHING
  const at = field === '' ? step.name : `${field}.${step.name}`
  if (!step.isList) return textsAt(inner, path, n + 1, at)
  return Array.isArray(inner) ? inner.flatMap((item, i) => textsAt(item, path, n + 1, `${at}[${i}]`)) : NOTHING
}

const NOTHING: readonly Found[] = []

const paths = new WeakMap<AddressField, readonly Step[]>()

function pathOf(field: AddressField): readonly Step[] {
  const known = paths.get(field)
  if (known) return known
  const path = field.at.split('.').map((step) => ({ name: step.replace(/\[\]$/, ''), isList: step.endsWith('[]') }))
  paths.set(field, path)
  return path
}

const found = (object: ApiObject | undefined, field: AddressField): readonly Found[] =>
  object ? textsAt(object, pathOf(field)) : NOTHING

const warns = ({ warns = 'address-warnings' }: AddressField, release: number): boolean =>
  warns !== 'none' && behaves(warns, release)

const isStatus = ({ at }: AddressField): boolean => at.startsWith('status.')

/**
 * Errors for addresses in forms that are not read alike everywhere, if the server is strict. Texts that the old object has at the same
 * field stay valid, wherever they stand in a list.
 */
export const addressErrors = (
  fields: readonly AddressField[] | undefined,
  object: ApiObject,
  old: ApiObject | undefined,
  context: KindContext,
): FieldError[] =>
  fields && behaves('strict-addresses', context)
    ? fields
        .filter(({ free }) => !free)
        .flatMap((field) => {
          const now = found(object, field)
          if (now.length === 0) return []
          const before = new Set(found(old, field).map(({ text }) => text))
          return now.flatMap(({ field: at, text }) => {
            const fault = before.has(text) ? undefined : (field.form === 'range' ? rangeFault : addressFault)(text)
            return fault === undefined ? [] : [invalid(at, text, fault)]
          })
        })
    : []

/** Warnings about such addresses; those of the status are for writes of the status. */
export const addressTexts = (
  fields: readonly AddressField[] | undefined,
  object: ApiObject,
  subresource: string,
  release: number,
): string[] =>
  (fields ?? [])
    .filter((field) => isStatus(field) === (subresource === 'status') && warns(field, release))
    .flatMap((field) =>
      found(object, field).flatMap(({ field: at, text }) =>
        (field.form === 'range' ? rangeWarnings : addressWarnings)(text, at, release),
      ),
    )
