import { FieldPath, forbidden, invalid, required } from '../machinery/field-error'
import type { FieldError } from '../machinery/field-wording'
import { parseFieldSelector } from '../machinery/fields'
import {
  type LabelOperator,
  type LabelRequirement,
  requirement,
  SelectorError,
  LABEL_OPERATORS,
} from '../machinery/labels'
import { parseLabelSelector } from '../machinery/label-selector-parser'
import { labelKey, labelValue } from '../machinery/names'
import type { SelectorRequirement, Selectors } from './authorizer'

interface GivenRequirement {
  readonly key?: string
  readonly operator?: string
  readonly values?: readonly string[] | null
}
interface GivenSelector {
  readonly rawSelector?: string
  readonly requirements?: readonly GivenRequirement[] | null
}
/** The selectors of a review as sent: as a text or in parts. */
export interface GivenSelectors {
  readonly fieldSelector?: GivenSelector | null
  readonly labelSelector?: GivenSelector | null
}

const NAMES = ['fieldSelector', 'labelSelector'] as const
type Name = (typeof NAMES)[number]

/** Validation errors of a review's selectors. Unknown operators are accepted, because newer clients may have them. */
export function selectorErrors(given: GivenSelectors, at: FieldPath): FieldError[] {
  return NAMES.flatMap((name) => {
    const selector = given[name]
    if (!selector) return []
    const here = at.child(name)
    const { rawSelector = '' } = selector
    const requirements = selector.requirements ?? []
    const errors: FieldError[] = []
    if (rawSelector && requirements.length > 0)
      errors.push(invalid(here.child('rawSelector'), rawSelector, 'may not specified at the same time as requirements'))
    if (!rawSelector && requirements.length === 0)
      errors.push(
        required(
          here.child('requirements'),
          `when ${here.toString()} is specified, requirements or rawSelector is required`,
        ),
      )
    const list = here.child('requirements')
    return [...errors, ...requirements.flatMap((one, i) => requirementErrors(name, one, list.index(i)))]
  })
}

function requirementErrors(name: Name, { key = '', operator = '', values }: GivenRequirement, at: FieldPath) {
  const count = values?.length ?? 0
  const errors: FieldError[] = []
  if (name === 'fieldSelector' && !key) errors.push(required(at.child('key'), 'must be specified'))
  if ((operator === 'In' || operator === 'NotIn') && count === 0)
    errors.push(required(at.child('values'), "must be specified when `operator` is 'In' or 'NotIn'"))
  if ((operator === 'Exists' || operator === 'DoesNotExist') && count > 0)
    errors.push(forbidden(at.child('values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"))
  if (name === 'fieldSelector') return errors
  return [
    ...errors,
    ...labelKey(key).map((text) => invalid(at.child('key'), key, text)),
    ...(values ?? []).flatMap((value, i) =>
      labelValue(value).map((text) => invalid(at.child('values').index(i), value, text)),
    ),
  ]
}

/** Comparisons are left out, which asks about a broader request. */
const OPERATORS: Readonly<Partial<Record<LabelOperator, SelectorRequirement['operator']>>> = {
  '=': 'In',
  '==': 'In',
  in: 'In',
  '!=': 'NotIn',
  notin: 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
}

function labelRequirements(found: readonly LabelRequirement[]): SelectorRequirement[] {
  return found.flatMap(({ key, operator, values }) => {
    const known = OPERATORS[operator]
    return known ? [{ key, operator: known, ...(values.length > 0 && { values }) }] : []
  })
}

function labelRequirement({ key = '', operator = '', values }: GivenRequirement): SelectorRequirement[] {
  const known = LABEL_OPERATORS[operator]
  if (!known) throw new SelectorError(`"${operator}" is not a valid label selector operator`)
  return labelRequirements([requirement(key, known, values ?? [])])
}

function fieldRequirement({ key = '', operator = '', values }: GivenRequirement): SelectorRequirement[] {
  if ((operator !== 'In' && operator !== 'NotIn') || values?.length !== 1)
    throw new SelectorError('a field can only be equal to one value, or not equal to it')
  return [{ key, operator, values }]
}

interface Form {
  readonly text: (text: string) => SelectorRequirement[]
  readonly part: (part: GivenRequirement) => SelectorRequirement[]
}
const FORMS: Readonly<Record<Name, Form>> = {
  fieldSelector: {
    text: (text) =>
      parseFieldSelector(text).requirements.map(({ field, operator, value }) => ({
        key: field,
        operator: operator === '=' ? 'In' : 'NotIn',
        values: [value],
      })),
    part: fieldRequirement,
  },
  labelSelector: { text: (text) => labelRequirements(parseLabelSelector(text).requirements), part: labelRequirement },
}

/** The readable parts of a selector. Unreadable parts are ignored, so the question becomes broader, never narrower. */
export interface ReadSelectors {
  readonly selectors: Selectors
  /** The selectors with unreadable parts, and whether other parts of them are readable. */
  readonly unread: readonly { readonly name: Name; readonly partially: boolean }[]
}

/** Reads selectors leniently. */
export function readSelectors(given: GivenSelectors): ReadSelectors {
  const selectors: Partial<Record<Name, { requirements: readonly SelectorRequirement[] }>> = {}
  const unread: { name: Name; partially: boolean }[] = []
  for (const name of NAMES) {
    const { rawSelector = '', requirements } = given[name] ?? {}
    const { text, part } = FORMS[name]
    const parts = requirements?.length ? requirements.map((one) => () => part(one)) : [() => text(rawSelector)]
    const read = parts.map(readable)
    const found = read.flatMap((one) => one ?? [])
    if (found.length > 0) selectors[name] = { requirements: found }
    if (read.includes(undefined)) unread.push({ name, partially: found.length > 0 })
  }
  return { selectors, unread }
}

function readable(read: () => SelectorRequirement[]): SelectorRequirement[] | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof SelectorError) return undefined
    throw error
  }
}
