import { invalid, notSupported, required, type FieldPath } from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'
import { behaves } from '../../releases/ledger'
import { itemSchema, type JsonSchema, type ValidationRule, valuesOf } from '../definition'

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired']
const LINE_BREAK = /[\r\n]/
const isBlank = (text: string | undefined): boolean => text !== undefined && text !== '' && text.trim() === ''

/** Errors of a rule's fields, apart from expressions that don't compile. */
export function ruleFieldErrors(
  rule: ValidationRule,
  schema: JsonSchema,
  at: FieldPath,
  release: number,
): FieldError[] {
  const { messageExpression, reason, fieldPath = '' } = rule
  // Later releases do not repeat the field's name.
  const named = (name: string, problem: string): string =>
    behaves('definition-terse-errors', release) ? problem : `${name} ${problem}`
  const errors = messageErrors(rule, at, named)
  if (isBlank(messageExpression))
    errors.push(required(at.child('messageExpression'), 'messageExpression must be non-empty if specified'))
  if (reason !== undefined && !REASONS.includes(reason)) errors.push(notSupported(at.child('reason'), reason, REASONS))
  const wrong = fieldPath === '' ? [] : fieldPathProblems(fieldPath, schema)
  return [...errors, ...wrong.map((one) => invalid(at.child('fieldPath'), fieldPath, named('fieldPath', one)))]
}

function messageErrors(
  { rule, message }: ValidationRule,
  at: FieldPath,
  named: (name: string, problem: string) => string,
): FieldError[] {
  const here = at.child('message')
  if (rule.trim() === '') return [required(at.child('rule'), 'rule is not specified')]
  if (isBlank(message)) return [invalid(here, message, named('message', 'must be non-empty if specified'))]
  if (message && LINE_BREAK.test(message.trim()))
    return [invalid(here, message, named('message', 'must not contain line breaks'))]
  return !message && LINE_BREAK.test(rule.trim())
    ? [required(here, 'message must be specified if rule contains line breaks')]
    : []
}

/** Parses a path such as `.name['other name']`; undefined if invalid. */
function partsOf(path: string): string[] | undefined {
  const part = /\.([^.[\]]+)|\['([^']+)'\]/y
  const parts: string[] = []
  while (part.lastIndex < path.length) {
    const match = part.exec(path)
    if (!match) return undefined
    parts.push(match[1] ?? match[2] ?? '')
  }
  return parts
}

/** A valid `fieldPath` as errors show it: `.a.b` for a property `['b']` of `.a`, `.a[b]` for a key of a map. */
export function reportedPath(path: string, schema: JsonSchema): string {
  let at: JsonSchema | undefined = schema
  let text = ''
  for (const part of partsOf(path) ?? []) {
    text += at?.properties ? `.${part}` : `[${part}]`
    at = at?.properties?.[part] ?? (at && valuesOf(at))
  }
  return text
}

function fieldPathProblems(path: string, schema: JsonSchema): string[] {
  const problems: string[] = []
  if (path.trim() === '') problems.push('must be non-empty if specified')
  if (LINE_BREAK.test(path)) problems.push('must not contain line breaks')
  if (!leadsToField(path, schema)) problems.push('must be a valid path')
  return problems
}

function leadsToField(path: string, schema: JsonSchema): boolean {
  let at: JsonSchema | undefined = schema
  for (const part of partsOf(path) ?? [undefined]) {
    if (part === undefined || !at || itemSchema(at)) return false
    const properties: Record<string, JsonSchema> = at.properties ?? {}
    at = Object.hasOwn(properties, part) ? properties[part] : valuesOf(at)
  }
  return at !== undefined
}
