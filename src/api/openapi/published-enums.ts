import { KIND_FACTS } from '../generated/kinds/facts'
import { existsAt } from '../releases/ledger'
import { PUBLISHED_VALUES } from './published-values'

interface Span {
  readonly name: string
  readonly since: number
  /** First release that has it no longer. */
  readonly removed: number
}

/** A field whose values releases publish, such as `core.v1.PodSpec.restartPolicy`. */
export interface PublishedEnum extends Span {
  /** In the order of the alphabet; empty where no value is one, too. */
  readonly values: readonly Span[]
}

/** `Gt@35` is a name from release 35 on, `Failed@-31` one of the releases before 31. */
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

/** Every built-in field whose values releases publish. */
export const PUBLISHED_ENUMS: readonly PublishedEnum[] = [
  ...rowsOf(PUBLISHED_VALUES),
  ...KIND_FACTS.flatMap(({ fieldValues = {} }) => factsOf(fieldValues)),
].flatMap(enumsOf)

const BY_FIELD = new Map(PUBLISHED_ENUMS.map((one) => [one.name, one]))

/** The values that a release publishes of a type's field; undefined where the field may be anything. */
export function publishedValues(
  type: string,
  field: string,
  release = Number.MAX_SAFE_INTEGER,
): readonly string[] | undefined {
  const found = BY_FIELD.get(`${type}.${field}`)
  if (!found || !existsAt(found, release)) return undefined
  return found.values.flatMap((value) => (existsAt(value, release) ? [value.name] : []))
}
