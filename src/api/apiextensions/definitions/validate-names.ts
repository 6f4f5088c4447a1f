import { FieldPath, invalid, required } from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'
import { dns1035Label } from '../../../machinery/names'
import type { DefinitionNames } from '../definition'
import { joinedMessages } from './definition-errors'

/** Errors of names that every definition needs. */
export const requiredNames = (names: DefinitionNames, at: FieldPath): FieldError[] =>
  (['plural', 'singular', 'kind', 'listKind'] as const)
    .filter((field) => !names[field])
    .map((field) => required(at.child(field)))

/** Syntax errors of names; absent names are accepted here. */
export function namesErrors(names: DefinitionNames, at: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const label = (value: string | undefined, where: FieldPath, mixedCase: boolean): void => {
    const messages = value ? dns1035Label(mixedCase ? value.toLowerCase() : value) : []
    if (messages.length > 0)
      errors.push(
        invalid(
          where,
          value,
          `${mixedCase ? 'may have mixed case, but should otherwise match: ' : ''}${joinedMessages(messages)}`,
        ),
      )
  }
  label(names.plural, at.child('plural'), false)
  label(names.singular, at.child('singular'), false)
  label(names.kind, at.child('kind'), true)
  label(names.listKind, at.child('listKind'), true)
  const labels = (values: readonly string[] | undefined, where: FieldPath): void =>
    values?.forEach((value, i) => {
      const messages = dns1035Label(value)
      if (messages.length > 0) errors.push(invalid(where.index(i), value, joinedMessages(messages)))
    })
  labels(names.shortNames, at.child('shortNames'))
  if (names.kind && names.kind === names.listKind)
    errors.push(invalid(at.child('listKind'), names.listKind, 'kind and listKind may not be the same'))
  labels(names.categories, at.child('categories'))
  return errors
}
