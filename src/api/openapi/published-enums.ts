import { KIND_FACTS } from '../generated/kinds/facts'
import { existsAt } from '../releases/ledger'
import { PUBLISHED_VALUES } from './published-values'

interface Span {
  readonly name: string
  readonly since: number
  /** First release that no longer has it. */
  readonly removed: number
}

/** A field with published enum values, such as `core.v1.PodSpec.restartPolicy`. */
export interface PublishedEnum extends Span {
  /** Sorted; an empty name if the empty value is allowed. */
  readonly values: readonly Span[]
}

/** Parses `Gt@35`, a value from release 35 on, or `Failed@-31`, one of releases before 31. */
function spanOf(text: string): Span {
  const [name = '', span = ''] = text.split('@')
  const [since, removed] = span.split('-')
  return { name: name === '""' ? '' : name, since: Number(since ?? 0), removed: removed ? Number(removed) : Infinity }
}

const rowsOf = (text: string): string[] => text.trim().split(/\n {2}(?! )/)

function enumsOf(row: string): PublishedEnum[] {
  const [values = '', fields = ''] = row.replace(/\s+/g, ' ').split(': ')
  const known = values.split(', ').map(spanOf)
  return fields.split(' ').map((field) => ({ ...spanOf(field), values: known }))
}

const factsOf = (fieldValues: Readonly<Record<string, string>>): string[] =>
  Object.entries(fieldValues).map(([values, fields]) => `${values}: ${fields}`)

/** All built-in fields with published enum values. */
export const PUBLISHED_ENUMS: readonly PublishedEnum[] = [
  ...rowsOf(PUBLISHED_VALUES),
  ...KIND_FACTS.flatMap(({ fieldValues = {} }) => factsOf(fieldValues)),
].flatMap(enumsOf)

const BY_FIELD = new Map(PUBLISHED_ENUMS.map((one) => [one.name, one]))

/** Enum values that a release publishes for a field; undefined if any value is allowed. */
export function publishedValues(
  type: string,
  field: string,
  release = Number.MAX_SAFE_INTEGER,
): readonly string[] | undefined {
  const found = BY_FIELD.get(`${type}.${field}`)
  if (!found || !existsAt(found, release)) return undefined
  return found.values.flatMap((value) => (existsAt(value, release) ? [value.name] : []))
}
