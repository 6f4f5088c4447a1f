import { SelectorError } from './labels'

/** One term of a field selector: `status.phase=Running`. */
export interface FieldRequirement {
  readonly field: string
  readonly operator: '=' | '!='
  readonly value: string
}

/** A parsed field selector; an object matches if it meets all terms. */
export interface FieldSelector {
  readonly requirements: readonly FieldRequirement[]
  readonly empty: boolean
  /** `get` returns a field's value as text; undefined counts as empty. */
  matches(get: (field: string) => string | undefined): boolean
  toString(): string
}

/** Splits at commas that are not escaped by a backslash. */
function terms(text: string): string[] {
  const result: string[] = []
  let start = 0
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1
    else if (text[i] === ',') {
      result.push(text.slice(start, i))
      start = i + 1
    }
  }
  return [...result, text.slice(start)]
}

function unescape(value: string): string {
  if (/[,=]/.test(value.replace(/\\./gs, '')))
    throw new SelectorError(
      `invalid field selector: unescaped character in value: ${/[,=]/.exec(value.replace(/\\./gs, ''))?.[0].charCodeAt(0) ?? 0}`,
    )
  const [escaped] = /\\(?![\\,=])[^]?/.exec(value.replaceAll('\\\\', '')) ?? []
  if (escaped !== undefined) throw new SelectorError(`invalid field selector: invalid escape sequence: ${escaped}`)
  return value.replace(/\\([\\,=])/g, '$1')
}

const escape = (value: string): string => value.replace(/[\\,=]/g, '\\$&')

const TERM = /^((?:[^\\=!]|\\.|!(?!=))*)(!=|==|=)(.*)$/s

/**
 * Parses `a=b,c!=d,e==f`; in values a backslash escapes commas, equals signs and backslashes. A term with neither field nor value (`=`)
 * selects everything.
 * @throws SelectorError
 */
export function parseFieldSelector(text: string): FieldSelector {
  const requirements = terms(text)
    .filter((term) => term !== '')
    .map((term): FieldRequirement => {
      const match = TERM.exec(term)
      if (!match) throw new SelectorError(`invalid selector: '${text}'; can't understand '${term}'`)
      const [, field = '', operator, value = ''] = match
      return { field, operator: operator === '!=' ? '!=' : '=', value: unescape(value) }
    })
  return fieldSelectorOf(requirements.filter(({ field, value }) => field !== '' || value !== ''))
}

/** A selector of these terms; without any it matches everything. */
export const fieldSelectorOf = (requirements: readonly FieldRequirement[]): FieldSelector => ({
  requirements,
  empty: requirements.length === 0,
  matches: (get) =>
    requirements.every(({ field, operator, value }) => ((get(field) ?? '') === value) === (operator === '=')),
  toString: () => requirements.map(({ field, operator, value }) => `${field}${operator}${escape(value)}`).join(','),
})

/** Message for a field that can't be selected where only the two fields of metadata can. */
export const unknownFieldOfMetadata = (field: string): string =>
  `"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`
