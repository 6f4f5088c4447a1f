import { goQuoted } from './go-quote'
import { isObject } from './json'
import { writeJson } from './json-text'
import type { LabelSelectorObject } from './labels'

/** Error messages print values in Go syntax, with type names. Longer output is truncated. */

const LONGEST = 300

/** Literal text within a message. */
export class GoText {
  constructor(readonly text: string) {}
}

/** A Go struct: type name and fields. */
export class GoStruct {
  constructor(
    readonly type: string,
    readonly fields: Readonly<Record<string, unknown>>,
  ) {}
}

/** A nil slice or map of a type. */
export const goNil = (type: string): GoText => new GoText(`${type}(nil)`)

/** A time of whole seconds as Go prints it. */
export const goTime = (time: string): GoText => new GoText(time.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' +0000 UTC'))

/** A struct that is too large to print by field: its type and its content as JSON. */
export function goStructJson(type: string, value: unknown): GoText {
  const inside = (writeJson(value) ?? '').replace(/^\{|\}$/g, '')
  return new GoText(`${type}{${inside.length > LONGEST ? `${inside.slice(0, LONGEST)}…` : inside}}`)
}

/** A number or a percentage. */
export const goIntOrString = (value: number | string | undefined): GoStruct =>
  new GoStruct('intstr.IntOrString', {
    Type: typeof value === 'string' ? 1 : 0,
    IntVal: typeof value === 'number' ? value : 0,
    StrVal: typeof value === 'string' ? value : '',
  })

/** A label selector; nil is printed as `null`, like a nil pointer. */
export function goSelector(selector: LabelSelectorObject | null | undefined): GoStruct | null {
  if (!selector) return null
  const expressions = selector.matchExpressions?.map(({ key = '', operator = '', values }) =>
    goText(new GoStruct('v1.LabelSelectorRequirement', { Key: key, Operator: operator, Values: goTexts(values) })),
  )
  const type = '[]v1.LabelSelectorRequirement'
  return new GoStruct('v1.LabelSelector', {
    MatchLabels: selector.matchLabels ?? goNil('map[string]string'),
    MatchExpressions: expressions ? new GoText(`${type}{${expressions.join(', ')}}`) : goNil(type),
  })
}

/** Bytes as a list of numbers. */
export function goBytes(bytes: Uint8Array): GoText {
  const shown = [...bytes.subarray(0, LONGEST / 6)].map((byte) => `0x${byte.toString(16)}`)
  return new GoText(`[]byte{${shown.join(', ')}${bytes.length > shown.length ? ', …' : ''}}`)
}

/** A slice of a named string type, such as `networking.PolicyType`. */
export const goList = (type: string, values: readonly string[]): GoText =>
  new GoText(`[]${type}{${values.map(goText).join(', ')}}`)

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
  if (isObject(value) && Object.values(value).every((item) => typeof item === 'string'))
    return `map[string]string{${Object.keys(value)
      .sort()
      .map((key) => `${goText(key)}:${goText(value[key])}`)
      .join(', ')}}`
  return writeJson(value) ?? '"null"'
}
