import type { Column } from '../../kind-column'

/** Columns from specs such as `Age`, `Restarts|integer` or `Name|string|1|name` (name, type, priority, format). */
export function columns(...texts: string[]): readonly Column[] {
  return texts.map((text) => {
    const [name = '', type = 'string', priority = '0', format] = text.split('|')
    return { name, type: type as Column['type'], priority: Number(priority), ...(format !== undefined && { format }) }
  })
}

/** What a table shows for an empty value. */
export const NONE = '<none>'
/** What a table shows for a field that is not set. */
export const UNSET = '<unset>'
/** What a table shows for a value that can't be determined. */
export const UNKNOWN = '<unknown>'

interface Selector {
  matchLabels?: Record<string, string>
  matchExpressions?: { key?: string; operator?: string; values?: string[] }[]
}

/** A label map as `a=b,c=d`, sorted by key; `<none>` if empty. */
export function labelsText(labels: Record<string, string> | undefined): string {
  const keys = Object.keys(labels ?? {}).sort()
  return keys.length === 0 ? NONE : keys.map((key) => `${key}=${labels?.[key] ?? ''}`).join(',')
}

const OPERATORS: Readonly<Record<string, (key: string, values: string) => string>> = {
  In: (key, values) => `${key} in (${values})`,
  NotIn: (key, values) => `${key} notin (${values})`,
  Exists: (key) => key,
  DoesNotExist: (key) => `!${key}`,
}

/** The canonical text of a label selector, sorted by key. Empty if it selects everything. */
export function selectorText(selector: Selector | undefined): string {
  const requirements: [key: string, text: string][] = Object.entries(selector?.matchLabels ?? {}).map(
    ([key, value]) => [key, `${key}=${value}`],
  )
  for (const { key = '', operator = '', values = [] } of selector?.matchExpressions ?? [])
    requirements.push([key, OPERATORS[operator]?.(key, [...values].sort().join(',')) ?? ''])
  return requirements
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, text]) => text)
    .join(',')
}

/** A selector in a table cell: `<none>` if absent or empty. */
export const selectorCell = (selector: Selector | undefined): string => selectorText(selector) || NONE
