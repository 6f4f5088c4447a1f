import type { AddressField, KindContext } from '../api/kind'
import { addressFault, rangeFault } from '../api/kinds/shared/address-forms'
import { addressWarnings, rangeWarnings } from '../api/kinds/shared/address-warnings'
import { behaves } from '../api/releases/ledger'
import { type FieldError, invalid } from '../machinery/field-error'
import { isObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'

interface Found {
  readonly field: string
  readonly text: string
}

/** All texts at a path such as `spec.peers[].cidr`. */
function textsAt(value: unknown, path: readonly string[], field = ''): Found[] {
  const [step, ...rest] = path
  if (step === undefined) return typeof value === 'string' && value !== '' ? [{ field, text: value }] : []
  const name = step.replace(/\[\]$/, '')
  const inner = isObject(value) ? value[name] : undefined
  const at = field === '' ? name : `${field}.${name}`
  if (name === step) return textsAt(inner, rest, at)
  return Array.isArray(inner) ? inner.flatMap((item, i) => textsAt(item, rest, `${at}[${i}]`)) : []
}

const found = (object: ApiObject | undefined, { at }: AddressField): Found[] =>
  object ? textsAt(object, at.split('.')).filter(({ text }) => text !== 'None') : []

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
          const before = new Set(found(old, field).map(({ text }) => text))
          return found(object, field).flatMap(({ field: at, text }) => {
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
