import { addAll } from '../../../machinery/lists'
import type { FieldError } from '../../../machinery/field-wording'
import {
  duplicate,
  isErrorLimitReached,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../machinery/field-error'
import { goStructJson } from '../../../machinery/go-values'
import { cidrBlock, ipAddress } from '../../../machinery/ip'
import { equal } from '../../../machinery/json'
import type { LabelSelectorObject } from '../../../machinery/labels'
import { validateLabelSelector } from '../../../machinery/label-validation'
import * as names from '../../../machinery/names'

/** Rules append errors to this list. They pass paths as plain strings, since most are never needed. */
export type Errors = FieldError[]

const told = (messages: readonly string[], value: unknown, field: string, errors: Errors): void => {
  if (!isErrorLimitReached(errors)) for (const message of messages) errors.push(invalid(field, value, message))
}

/** A required value out of a set: first required, then supported. */
export function oneOf(value: string | undefined, choices: readonly string[], field: string, errors: Errors): void {
  if (!value) errors.push(required(field))
  else if (!choices.includes(value)) errors.push(notSupported(field, value, choices))
}
/** Like `oneOf`, but the value may be absent. */
export function optionalOneOf(
  value: string | undefined,
  choices: readonly string[],
  field: string,
  errors: Errors,
): void {
  if (value !== undefined && !choices.includes(value)) errors.push(notSupported(field, value, choices))
}
/** Adds an error for an empty value. True if there is a value. */
export function present(value: unknown, field: string, errors: Errors, why = ''): boolean {
  if (value !== undefined && value !== null && value !== '') return true
  errors.push(required(field, why))
  return false
}
/** Adds an error for a negative number. */
export function nonNegative(value: number | undefined, field: string, errors: Errors): void {
  if (value !== undefined && value < 0) errors.push(invalid(field, value, 'must be greater than or equal to 0'))
}
/** Adds an error for zero and negative numbers. */
export function positive(value: number | undefined, field: string, errors: Errors): void {
  if (value !== undefined && value <= 0) errors.push(invalid(field, value, 'must be greater than zero'))
}
/** Adds an error for a number outside the range; both ends belong to it. */
export function within(value: number, low: number, high: number, field: string, errors: Errors): void {
  if (value < low || value > high) errors.push(invalid(field, value, `must be between ${low} and ${high}, inclusive`))
}
/** Refuses a change of an immutable field. */
export function unchanged(value: unknown, old: unknown, field: string, errors: Errors): void {
  if (!equal(value, old)) errors.push(invalid(field, value, 'field is immutable'))
}
/** Like `unchanged`, for a value that real servers show as a struct of this type. */
export function unchangedStruct(type: string, value: unknown, old: unknown, field: string, errors: Errors): void {
  if (!equal(value, old)) errors.push(invalid(field, goStructJson(type, value), 'field is immutable'))
}
/** Like `unchanged`, but with reason Forbidden. */
export function locked(value: unknown, old: unknown, field: string, why: string, errors: Errors): void {
  if (!equal(value, old)) errors.push(forbidden(field, why))
}
/** Refuses a duplicate and remembers the value. */
export function unique<T>(value: T, seen: Set<T>, field: string, errors: Errors): void {
  if (seen.has(value)) errors.push(duplicate(field, value))
  seen.add(value)
}

/** Adds errors for a value that is not a DNS label (RFC 1123). */
export const label = (value: string, field: string, errors: Errors): void =>
  told(names.dns1123Label(value), value, field, errors)
/** Adds errors for a value that is not a DNS label that starts with a letter (RFC 1035). */
export const label1035 = (value: string, field: string, errors: Errors): void =>
  told(names.dns1035Label(value), value, field, errors)
/** Adds errors for a value that is not a DNS subdomain (RFC 1123). */
export const subdomain = (value: string, field: string, errors: Errors): void =>
  told(names.dns1123Subdomain(value), value, field, errors)
/** Adds errors for a value that is not a DNS subdomain in which underscores are allowed. */
export const subdomainWithUnderscores = (value: string, field: string, errors: Errors): void =>
  told(names.subdomainWithUnderscores(value), value, field, errors)
/** Adds errors for a value that is not `*.` and a DNS subdomain. */
export const wildcardSubdomain = (value: string, field: string, errors: Errors): void =>
  told(names.wildcardSubdomain(value), value, field, errors)
/** Adds errors for a value that is not a name with an optional domain before a slash. */
export const qualifiedName = (value: string, field: string, errors: Errors): void =>
  told(names.qualifiedName(value), value, field, errors)
/** Adds errors for the key of an annotation, which may have capitals. */
export const annotationKey = (key: string, field: string, errors: Errors): void =>
  told(names.qualifiedName(key.toLowerCase()), key, field, errors)
/** Adds errors for a value that a label can't have. */
export const labelValue = (value: string, field: string, errors: Errors): void =>
  told(names.labelValue(value), value, field, errors)
/** Adds errors for a key that a label can't have. */
export const labelKey = qualifiedName

/** Validates a label selector, if present. */
export function labelSelector(
  selector: LabelSelectorObject | undefined,
  field: string,
  errors: Errors,
  checkValues = false,
): void {
  addAll(errors, validateLabelSelector(selector, FieldPath.of(field), { checkValues }))
}

/** Validates label keys and values; errors are reported at the map itself. */
export function labels(value: Record<string, string> | undefined, field: string, errors: Errors): void {
  for (const key in value) {
    told(names.qualifiedName(key), key, field, errors)
    told(names.labelValue(value[key] ?? ''), value[key], field, errors)
  }
}
/** Adds errors for an invalid name of an environment variable. */
export const envName = (value: string, field: string, errors: Errors): void =>
  told(names.envName(value), value, field, errors)
/** Adds errors for an invalid name of an environment variable, by the rule of later releases. */
export const anyEnvName = (value: string, field: string, errors: Errors): void =>
  told(names.anyEnvName(value), value, field, errors)
/** Adds errors for an invalid key of a ConfigMap or Secret. */
export const dataKey = (value: string, field: string, errors: Errors): void =>
  told(names.configMapKey(value), value, field, errors)

/** Whether a number is a port: 1 to 65535. */
export const isPortNumber = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 65535
/** Adds an error for a number that is not a port. */
export function portNumber(value: number | undefined, field: string, errors: Errors): void {
  if (!isPortNumber(value ?? 0)) errors.push(invalid(field, value ?? 0, 'must be between 1 and 65535, inclusive'))
}
/** Adds errors for an invalid name of a port. */
export const portName = (value: string, field: string, errors: Errors): void =>
  told(names.portName(value), value, field, errors)
/** Validates a port number or name. */
export function port(value: number | string | undefined, field: string, errors: Errors): void {
  if (typeof value === 'string') portName(value, field, errors)
  else portNumber(value, field, errors)
}
/** Adds errors for a value that is not an IP address. */
export const address = (value: string, field: string, errors: Errors): void =>
  told(ipAddress(value), value, field, errors)
/** Adds errors for a value that is not a range in CIDR notation. */
export const network = (value: string, field: string, errors: Errors): void =>
  told(cidrBlock(value), value, field, errors)
