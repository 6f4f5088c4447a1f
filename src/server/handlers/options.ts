import { goNumberProblem, isInt64 } from '../../machinery/go-number'
import { integerOf } from '../../machinery/json-text'
import { addAll } from '../../machinery/lists'
import type { Feature } from '../../api/releases/gates'
import { behaves } from '../../api/releases/ledger'
import { badRequest } from '../../machinery/api-error'
import { invalidObject } from '../../machinery/invalid-object'
import { FieldPath, forbidden, notSupported } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { validateFieldManager } from '../../machinery/object-meta'
import { META_GROUP } from '../wire/representation'

/** The kind of options object that a request's query is read as; each verb has its own. */
export type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'DeleteOptions' | 'ListOptions'

/** What happens with unknown and repeated fields of a body. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict'

/** The effective level: the requested one if the release validates fields on the server, else Ignore. */
export function validationLevel(server: { readonly feature: Feature }, asked: FieldValidation | ''): FieldValidation {
  if (!server.feature('ServerSideFieldValidation')) return 'Ignore'
  return asked === '' ? 'Warn' : asked
}

/** Options of a write, from its query. `force` is undefined if the client did not give it. */
export interface WriteOptions {
  readonly dryRun: boolean
  readonly fieldManager: string
  readonly fieldValidation: FieldValidation | ''
  readonly force: boolean | undefined
}

/** Throws Invalid if there are errors. */
export const refuseOptions = (kind: OptionsKind, errors: readonly FieldError[]): void => {
  if (errors.length) throw invalidObject({ group: META_GROUP, kind }, '', errors)
}

/** Errors of `dryRun`: `All` is its only value. */
export function dryRunErrors(values: readonly string[]): FieldError[] {
  // `?dryRun` without a value is no dry run (resource API, "Dry run").
  if (values.every((value) => value === '')) return []
  return values.every((value) => value === 'All') ? [] : [notSupported('dryRun', values, ['All'])]
}

/** True unless the parameter is `false` or `0`; undefined if it is absent. */
export function booleanParameter(query: URLSearchParams, name: string): boolean | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  return !/^(false|0)$/i.test(value)
}

/** An int64 parameter. Values beyond the safe range are rounded: no list or time here is that long. Throws BadRequest. */
export function integerParameter(query: URLSearchParams, name: string): number | undefined {
  const value = int64Parameter(query, name)
  return value === undefined ? undefined : Number(value)
}

/** An int64 parameter, exact. Throws BadRequest. */
export function int64Parameter(query: URLSearchParams, name: string): number | bigint | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  if (!isInt64(value)) throw badRequest(goNumberProblem('ParseInt', value))
  return integerOf(value.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1'))
}

/** The numeric options of list and watch. Each is parsed, and may be refused, even if it has no effect. */
export const listNumbers = (query: URLSearchParams): { limit: number; timeoutSeconds: number } => ({
  limit: integerParameter(query, 'limit') ?? 0,
  timeoutSeconds: integerParameter(query, 'timeoutSeconds') ?? 0,
})

/** Old releases ignore the parameter, like any unknown one. */
const fieldValidationIn = (query: URLSearchParams, release: number): string =>
  behaves('field-validation', release) ? (query.get('fieldValidation') ?? '') : ''

/** The options of a write without a query. */
export const NO_OPTIONS: WriteOptions = { dryRun: false, fieldManager: '', fieldValidation: '', force: undefined }

/** Reads and checks the options of create, update and patch. Throws Invalid for the options' kind. */
export function writeOptions(query: URLSearchParams, kind: OptionsKind, apply: boolean, release: number): WriteOptions {
  const fieldManager = query.get('fieldManager') ?? ''
  const fieldValidation = fieldValidationIn(query, release)
  const force = kind === 'PatchOptions' ? booleanParameter(query, 'force') : undefined
  const errors = dryRunErrors(query.getAll('dryRun'))
  if (kind === 'PatchOptions' && apply && fieldManager === '')
    errors.push({
      reason: 'FieldValueRequired',
      field: 'fieldManager',
      message: 'Required value: is required for apply patch',
    })
  if (kind === 'PatchOptions' && !apply && force !== undefined)
    errors.push(forbidden('force', 'may not be specified for non-apply patch'))
  addAll(errors, validateFieldManager(fieldManager, FieldPath.of('fieldManager')))
  if (!['', 'Ignore', 'Warn', 'Strict'].includes(fieldValidation))
    errors.push(notSupported('fieldValidation', fieldValidation, ['Ignore', 'Warn', 'Strict']))
  refuseOptions(kind, errors)
  return {
    dryRun: query.getAll('dryRun').includes('All'),
    fieldManager,
    fieldValidation: fieldValidation as FieldValidation | '',
    force,
  }
}

/** The options as admission webhooks receive them. */
export function optionsObject(
  kind: 'CreateOptions' | 'UpdateOptions',
  query: URLSearchParams,
  release: number,
): Record<string, unknown> {
  const dryRun = query.getAll('dryRun').filter((value) => value !== '')
  const fieldManager = query.get('fieldManager')
  const fieldValidation = fieldValidationIn(query, release)
  return {
    kind,
    apiVersion: `${META_GROUP}/v1`,
    ...(dryRun.length && { dryRun }),
    ...(fieldManager && { fieldManager }),
    ...(fieldValidation && { fieldValidation }),
  }
}
