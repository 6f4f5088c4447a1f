import { addAll } from './lists'
import { isErrorLimitReached, type FieldPath, forbidden, invalid, required } from './field-error'
import type { FieldError } from './field-wording'
import { labelKey, labelValue } from './names'
import type { Labels, LabelSelectorObject } from './labels'

/** Errors of a label map; all are reported at the map's own path. */
export function validateLabels(labels: Labels | null, at: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  for (const key of Object.keys(labels ?? {})) {
    if (isErrorLimitReached(errors)) break
    const value = labels?.[key] ?? ''
    for (const text of labelKey(key)) errors.push(invalid(at, key, text))
    for (const text of labelValue(value)) errors.push(invalid(at, value, text))
  }
  return errors
}

/** Errors of an object's label selector. From 1.27 on, values of expressions are checked as well (`checkValues`). */
export function validateLabelSelector(
  selector: LabelSelectorObject | null | undefined,
  at: FieldPath,
  { checkValues = false }: { readonly checkValues?: boolean } = {},
): FieldError[] {
  if (!selector) return []
  const errors = validateLabels(selector.matchLabels, at.child('matchLabels'))
  const list = at.child('matchExpressions')
  for (const [position, { key = '', operator = '', values }] of (selector.matchExpressions ?? []).entries()) {
    if (isErrorLimitReached(errors)) break
    const here = list.index(position)
    const count = values?.length ?? 0
    if (operator === 'In' || operator === 'NotIn') {
      if (count === 0)
        errors.push(required(here.child('values'), "must be specified when `operator` is 'In' or 'NotIn'"))
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      if (count > 0)
        errors.push(
          forbidden(here.child('values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
        )
    } else errors.push(invalid(here.child('operator'), operator, 'not a valid selector operator'))
    for (const text of labelKey(key)) errors.push(invalid(here.child('key'), key, text))
    if (checkValues) addAll(errors, wrongValues(values ?? [], here.child('values')))
  }
  return errors
}

function wrongValues(values: readonly string[], at: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  for (const [i, value] of values.entries()) {
    if (isErrorLimitReached(errors)) break
    for (const text of labelValue(value)) errors.push(invalid(at.index(i), value, text))
  }
  return errors
}
