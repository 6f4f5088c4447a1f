import { byCodePoint } from './by-code-point'
import { encodeBase64 } from './base64'
import { writeGoJson } from './go-json'
import { goQuoted } from './go-quote'
import { isObject } from './json'
import { writeJson } from './json-text'
import type { LabelSelectorObject } from './labels'

/**
 * Error messages print values in Go syntax with type names (`goText`), later ones as Go writes JSON (`goJsonText`). What both print
 * differently is a `GoText` or `GoStruct`. Longer output is truncated.
 */

const LONGEST = 300

/** Literal text within a message, and the value that is printed where messages have JSON; without one, the same text. */
export class GoText {
  constructor(
    readonly text: string,
    readonly value?: unknown,
  ) {}
}

/** A value of unknown type: Go sorts the members of its maps, in JSON as well. */
export class GoUntyped extends GoText {}

/** A Go struct: type name and fields. `value` is what its JSON consists of, if not the same fields. */
export class GoStruct {
  constructor(
    readonly type: string,
    readonly fields: Readonly<Record<string, unknown>>,
    readonly value?: unknown,
  ) {}
}

/** A nil slice, map or pointer of a type. */
export const goNil = (type: string): GoText => new GoText(`${type}(nil)`, null)

/** A time of whole seconds as Go prints it. */
export const goTime = (time: string): GoText =>
  new GoText(time.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' +0000 UTC'), time)

const truncated = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/** Types of this package have JSON names; those of others have none, so Go writes the names of their fields. */
const HAS_JSON_NAMES = /^v1\./

/** A value whose members have the names of Go's fields. */
export function asGoFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asGoFields)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.charAt(0).toUpperCase() + name.slice(1), asGoFields(member)]),
  )
}

/** A struct that is too large to print by field: its type and its content as JSON. */
export function goStructJson(type: string, value: unknown): GoText {
  const inside = (writeJson(value) ?? '').replace(/^\{|\}$/g, '')
  return new GoText(`${type}{${truncated(inside)}}`, HAS_JSON_NAMES.test(type) ? value : asGoFields(value))
}

/** A number or a percentage. */
export const goIntOrString = (value: number | string | undefined): GoStruct =>
  new GoStruct(
    'intstr.IntOrString',
    {
      Type: typeof value === 'string' ? 1 : 0,
      IntVal: typeof value === 'number' ? value : 0,
      StrVal: typeof value === 'string' ? value : '',
    },
    value ?? 0,
  )

/** A label selector; nil is printed as `null`, like a nil pointer. */
export function goSelector(selector: LabelSelectorObject | null | undefined): GoStruct | null {
  if (!selector) return null
  const expressions = selector.matchExpressions?.map(({ key = '', operator = '', values }) =>
    goText(new GoStruct('v1.LabelSelectorRequirement', { Key: key, Operator: operator, Values: goTexts(values) })),
  )
  const type = '[]v1.LabelSelectorRequirement'
  return new GoStruct(
    'v1.LabelSelector',
    {
      MatchLabels: selector.matchLabels ?? goNil('map[string]string'),
      MatchExpressions: expressions ? new GoText(`${type}{${expressions.join(', ')}}`) : goNil(type),
    },
    selectorJson(selector),
  )
}

/** A selector's members in the order of its type, without empty ones. */
function selectorJson({ matchLabels, matchExpressions }: LabelSelectorObject): unknown {
  const expressions = matchExpressions?.map(({ key, operator, values }) => ({
    key,
    operator,
    ...(values?.length && { values }),
  }))
  return {
    ...(matchLabels && Object.keys(matchLabels).length > 0 && { matchLabels }),
    ...(expressions?.length && { matchExpressions: expressions }),
  }
}

/** Bytes as a list of numbers. */
export function goBytes(bytes: Uint8Array): GoText {
  const shown = [...bytes.subarray(0, LONGEST / 6)].map((byte) => `0x${byte.toString(16)}`)
  return new GoText(
    `[]byte{${shown.join(', ')}${bytes.length > shown.length ? ', …' : ''}}`,
    truncated(encodeBase64(bytes)),
  )
}

/** A slice of a named string type, such as `networking.PolicyType`. */
export const goList = (type: string, values: readonly string[]): GoText =>
  new GoText(`[]${type}{${values.map(goText).join(', ')}}`, values)

/** A string slice, which may be nil. */
export const goTexts = (values: readonly string[] | null | undefined): readonly string[] | GoText =>
  values ?? goNil('[]string')

/** Prints a value for a message: strings quoted, maps and string slices with their type, nil as `"null"`, everything else as JSON. */
export function goText(value: unknown): string {
  if (value === undefined || value === null) return '"null"'
  if (typeof value === 'string') return goQuoted(value)
  if (value instanceof GoText) return value.text
  if (value instanceof GoStruct)
    return `${value.type}{${Object.entries(value.fields)
      .map(([name, field]) => `${name}:${goText(field)}`)
      .join(', ')}}`
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return `[]string{${value.map(goText).join(', ')}}`
  if (isObject(value) && isTextMap(value))
    return `map[string]string{${Object.keys(value)
      .sort(byCodePoint)
      .map((key) => `${goText(key)}:${goText(value[key])}`)
      .join(', ')}}`
  return writeJson(value) ?? '"null"'
}

const isTextMap = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.values(value).every((item) => typeof item === 'string')

/** Prints a value for a message as Go writes JSON: structs by their fields, nil as `null`. */
export function goJsonText(value: unknown): string {
  if (value instanceof GoUntyped) return writeGoJson(value.value)
  if (value instanceof GoText) return value.value === undefined ? value.text : goJsonText(value.value)
  if (value instanceof GoStruct) return value.value === undefined ? membersText(value.fields) : goJsonText(value.value)
  if (Array.isArray(value)) return `[${value.map(goJsonText).join(',')}]`
  if (!isObject(value)) return writeGoJson(value)
  return isTextMap(value) ? writeGoJson(value) : membersText(value)
}

const membersText = (members: Readonly<Record<string, unknown>>): string =>
  `{${Object.entries(members)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${writeGoJson(name)}:${goJsonText(member)}`)
    .join(',')}}`
