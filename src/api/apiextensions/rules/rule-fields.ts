import { invalid, notSupported, required, type FieldError, type FieldPath } from '../../../machinery/field-error'
import { itemSchema, type JsonSchema, type ValidationRule, valuesOf } from '../definition'

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired']
const LINE_BREAK = /[\r\n]/
const isBlank = (text: string | undefined): boolean => text !== undefined && text !== '' && text.trim() === ''

/** Errors of a rule's fields other than its expressions. */
export function ruleFieldErrors(rule: ValidationRule, schema: JsonSchema, at: FieldPath): FieldError[] {
  const { messageExpression, reason, fieldPath = '' } = rule
  const errors = messageErrors(rule, at)
  if (isBlank(messageExpression))
    errors.push(required(at.child('messageExpression'), 'messageExpression must be non-empty if specified'))
  if (reason !== undefined && !REASONS.includes(reason)) errors.push(notSupported(at.child('reason'), reason, REASONS))
  if (fieldPath === '') return errors
  const wrong = fieldPathProblem(fieldPath, schema)
  return wrong === undefined ? errors : [...errors, invalid(at.child('fieldPath'), fieldPath, wrong)]
}

function messageErrors({ rule, message }: ValidationRule, at: FieldPath): FieldError[] {
  const here = at.child('message')
  if (isBlank(message)) return [invalid(here, message, 'message must be non-empty if specified')]
  if (message && LINE_BREAK.test(message.trim()))
    return [invalid(here, message, 'message must not contain line breaks')]
  return !message && LINE_BREAK.test(rule.trim())
    ? [required(here, 'message must be specified if rule contains line breaks')]
    : []
}

/** Parses a path such as `.name['other name']`; undefined if invalid. */
function partsOf(path: string): string[] | undefined {
  const part = /\.([A-Za-z_][\w-]*)|\['([^']+)'\]/y
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

function fieldPathProblem(path: string, schema: JsonSchema): string | undefined {
  if (path.trim() === '') return 'fieldPath must be non-empty if specified'
  if (LINE_BREAK.test(path)) return 'fieldPath must not contain line breaks'
  const parts = partsOf(path)
  if (!parts) return 'fieldPath must be a valid path'
  let at: JsonSchema | undefined = schema
  for (const part of parts) {
    if (itemSchema(at)) return 'fieldPath must be a valid path: items of lists are not supported'
    const properties: Record<string, JsonSchema> = at.properties ?? {}
    at = Object.hasOwn(properties, part) ? properties[part] : valuesOf(at)
    if (!at) return `fieldPath must be a valid path: ${part} does not refer to a valid field`
  }
  return undefined
}
