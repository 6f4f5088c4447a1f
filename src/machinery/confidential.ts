import { LAST_APPLIED } from './annotations'
import { clone, isObject, type Json, type JsonObject } from './json'

/** Confidential fields, by kind. */
const PLACES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Secret: [['data'], ['stringData']],
  TokenRequest: [['status', 'token']],
  TokenReview: [['spec', 'token']],
}

const hidden = (value: Json | undefined): Json =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hidden(member)]))
    : typeof value === 'string'
      ? `(hidden, ${value.length} characters)`
      : '(hidden)'

function hide(object: JsonObject, [first, ...rest]: readonly string[]): void {
  if (first === undefined || !Object.hasOwn(object, first)) return
  const member = object[first]
  if (rest.length === 0) object[first] = hidden(member)
  else if (isObject(member)) hide(member, rest)
}

/** An error message about a field, without the field's value when the kind is confidential. */
export const redactValue = (message: string, kind: string): string =>
  Object.hasOwn(PLACES, kind)
    ? message.replace(/, got "[^]*"$/, ', got a text').replace(/, got &[^]*$/, ', got another value')
    : message

/**
 * A copy safe for traces and call records: keys and lengths of confidential values, never the values. Other objects are returned
 * unchanged.
 */
export function withoutSecrets(value: unknown): unknown {
  const places = isObject(value) && typeof value['kind'] === 'string' ? PLACES[value['kind']] : undefined
  if (!places || !isObject(value)) return value
  const copy = clone(value)
  for (const place of places) hide(copy, place)
  hide(copy, ['metadata', 'annotations', LAST_APPLIED])
  return copy
}
