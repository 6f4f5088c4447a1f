import { parseFieldSelector } from '../machinery/fields'
import { type LabelOperator, SelectorError } from '../machinery/labels'
import { parseLabelSelector } from '../machinery/label-selector-parser'
import type { Attributes } from './authorizer'

interface Requirement {
  readonly key: string
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
  readonly values?: readonly string[]
}
interface Selector {
  readonly requirements: readonly Requirement[]
}

/** Comparisons are left out: a request is asked about as if it were for more. */
const OPERATORS: Readonly<Partial<Record<LabelOperator, Requirement['operator']>>> = {
  '=': 'In',
  '==': 'In',
  in: 'In',
  '!=': 'NotIn',
  notin: 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
}
/** Requests that selectors narrow. */
const NARROWED = new Set(['list', 'watch', 'deletecollection'])

/** The selectors of a request as access reviews tell of them; a selector that can't be read narrows nothing. */
export function selectorAttributes({ verb, fieldSelector = '', labelSelector = '' }: Attributes): {
  readonly fieldSelector?: Selector
  readonly labelSelector?: Selector
} {
  if (!NARROWED.has(verb)) return {}
  const fields = readable(() =>
    parseFieldSelector(fieldSelector).requirements.map(({ field, operator, value }): Requirement => {
      return { key: field, operator: operator === '=' ? 'In' : 'NotIn', values: [value] }
    }),
  )
  const labels = readable(() =>
    parseLabelSelector(labelSelector).requirements.flatMap(({ key, operator, values }): Requirement[] => {
      const known = OPERATORS[operator]
      return known ? [{ key, operator: known, ...(values.length > 0 && { values }) }] : []
    }),
  )
  return {
    ...(fields.length > 0 && { fieldSelector: { requirements: fields } }),
    ...(labels.length > 0 && { labelSelector: { requirements: labels } }),
  }
}

function readable(read: () => readonly Requirement[]): readonly Requirement[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof SelectorError) return []
    throw error
  }
}
