import { behaves } from '../../api/releases/ledger'
import { ApiError, badRequest, unclassifiedError } from '../../machinery/api-error'
import { invalidObject } from '../../machinery/invalid-object'
import { invalid } from '../../machinery/field-error'
import { redactValue } from '../../machinery/confidential'
import { isObject, type JsonObject } from '../../machinery/json'
import { problemsOf, UNDECLARED } from '../../managed-fields/typed'
import { type ApiObject, apiVersionOf } from '../../machinery/object'
import { namesHintFor } from '../../names/choice'
import { jsonTypeOf } from '../../machinery/json-type'
import type { Catalogue } from '../../registry/catalogue'
import type { Body } from '../wire/body'
import type { RequestScope, WriteScope } from './request-scope'
import { identify, noName, otherName, otherNamespace, reportDropped, typedOf, withDefaults } from './decode'
import { conversionProblem } from './conversion-problem'
import { ownProblem } from './older-patched'
import { appliedOwnership, isAppliedUntyped, withoutNewTimes } from './ownership'

/**
 * Why a body is not a valid applied configuration, in the reference's words: undeclared fields, values of the wrong type. Apply is the only
 * write that drops no fields, because nobody can own a field that does not exist. Undefined if it is valid.
 */
function notTyped(scope: RequestScope, body: unknown, unknown: readonly string[]): ApiError | undefined {
  const { server, context, type } = scope
  const { schema, apiVersion, kind } = type
  const { info } = context
  const found = schema ? problemsOf(schema, body, server.release) : []
  // Atomic values have no paths of their own below them.
  const more = found.length > 0 ? [] : unknown.map((path) => ({ path: `.${path}`, message: UNDECLARED }))
  const lines = [...found, ...more].map(({ path, message }) => redactValue(`${path}: ${message}`, kind))
  if (lines.length === 0) return undefined
  const name = [info.namespace, info.name].filter(Boolean).join('/')
  const where = behaves('apply-errors-name-the-object', server.release) ? ` (${name}; ${apiVersion}, Kind=${kind})` : ''
  return unclassifiedError(
    `failed to create typed patch object${where}: ${lines.length > 1 ? 'errors:\n  ' : ''}${lines.join('\n  ')}`,
  )
}

/**
 * A configuration whose values have the right types, but can't be read as values of the kind: a time, a quantity, an integer's range. The
 * metadata of objects inside custom objects is only judged by validation.
 */
function notConverted(
  type: RequestScope['type'],
  name: string,
  intent: ApiObject,
  errors: readonly string[],
): ApiError {
  const embedded = errors.map((error) => /^(.+?\.metadata)\.[^:]*: (.*)$/s.exec(error))
  if (type.custom && embedded.every((found) => found !== null))
    return invalidObject(
      { group: type.group, kind: type.kind },
      name,
      embedded.map(([, field = '', text = '']) => invalid(field, undefined, text)),
    )
  const why =
    (type.custom || !type.schema ? undefined : ownProblem(intent, type.schema)) ??
    conversionProblem(errors[0] ?? '') ??
    errors.join('; ')
  return unclassifiedError(
    `failed to convert new object to proper version: unable to convert unstructured object to ${type.group}/${type.version}, Kind=${type.kind}: ${why}`,
  )
}

/** The kind that an applied configuration must have. */
interface AppliedKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** A kind that does not match the path is only noticed when merging fails, and is no bad request. */
function refuseOtherKind(kind: unknown, type: AppliedKind, catalogue: Catalogue): void {
  const named = typeof kind === 'string' ? kind : ''
  if (named === type.kind) return
  if (!catalogue.findKind(type.group, type.version, named))
    throw unclassifiedError(
      `failed to create typed patch object: no corresponding type for ${type.group}/${type.version}, Kind=${named}`,
    )
  throw unclassifiedError('failed to merge config: expected objects of the same type')
}

/** Reads a body as a configuration of this kind. Throws BadRequest for another version, and an unclassified error for another kind. */
export function configurationOf({ value }: Body, type: AppliedKind, catalogue: Catalogue): JsonObject {
  const asked = value ?? {}
  if (!isObject(asked))
    throw badRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonTypeOf(asked)} into Go value of type map[string]interface {}`,
    )
  const { apiVersion = '', kind } = asked
  const [said, expected] = [typeof apiVersion === 'string' ? apiVersion : '', apiVersionOf(type)]
  if (said !== expected)
    throw badRequest(
      `Incorrect version specified in apply patch. Specified patch version: ${said}, expected: ${expected}${namesHintFor(said)}`,
    )
  refuseGivenOwners(asked.metadata)
  refuseOtherKind(kind, type, catalogue)
  return asked
}

/** An applied configuration says nothing about owners. */
function refuseGivenOwners(metadata: unknown): void {
  const owners = isObject(metadata) ? metadata.managedFields : undefined
  if (Array.isArray(owners) && owners.every(isObject)) throw badRequest('metadata.managedFields must be nil')
}

/** Whether a configuration gives an empty name, which would be applied; an absent one is not. */
const emptiesName = (metadata: unknown): boolean =>
  isObject(metadata) && (metadata.name === '' || metadata.name === null)

/** Reads an applied configuration and returns the step that merges it into the live object. */
export async function applyStep(scope: WriteScope, body: Body) {
  const { context, type, options, level } = scope
  const { name, namespace } = context.info
  context.audit?.requestObject(body.value)
  const asked = configurationOf(body, type, scope.server.catalogue)
  const identified = identify(body.value, type, scope.server.catalogue)
  await context.breathe()
  const read = typedOf(identified, type, { partial: true })
  await context.breathe()
  const untyped = isAppliedUntyped(scope)
  const strict = level === 'Strict' && read.unknown.length > 0 && read.errors.length === 0
  const refusal = strict || untyped ? undefined : notTyped(scope, identified, read.unknown)
  if (refusal) throw refusal
  reportDropped(scope, read.unknown, body.duplicates)
  // Without a schema, even fields that will be pruned are owned.
  const intent = untyped ? identified : read.value
  const given = intent.metadata.namespace
  if (given && namespace && given !== namespace) throw otherNamespace(given, namespace)
  if (intent.metadata.name && intent.metadata.name !== name) throw otherName(intent.metadata.name, name)
  return async (live: ApiObject | undefined): Promise<ApiObject> => {
    const start = context.tracer.now()
    if (live ? emptiesName(asked.metadata) : !intent.metadata.name) throw badRequest(noName(name))
    try {
      await context.breathe()
      const merged = await appliedOwnership(scope, live, intent)
      context.tracer.step('apply', start, {
        by: options.fieldManager,
        verdict: 'changed',
        reason: options.force ? 'forced' : '',
        before: live,
        after: merged,
      })
      if (read.errors.length) throw notConverted(type, name, identified, read.errors)
      if (merged === live) return live
      await context.breathe()
      // An applied configuration may contain zero values that mean the same as absence.
      const { value } = typedOf(merged, type, { partial: type.custom })
      await context.breathe()
      // Nulls are only dropped from bodies that are whole objects of a custom type.
      const completed = withDefaults(scope, value, live, type.custom)
      return live ? withoutNewTimes(live, completed) : completed
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'Conflict')
        context.tracer.step('apply', start, { by: options.fieldManager, verdict: 'refused', reason: error.message })
      throw error
    }
  }
}
