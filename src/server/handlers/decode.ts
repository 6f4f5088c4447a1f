import { goQuoted } from '../../machinery/go-quote'
import { fractionErrors } from '../../api/fractions'
import { type ReadOptions, readTyped } from '../../api/walk'
import { type ApiError, badRequest, internalError } from '../../machinery/api-error'
import { invalidObject } from '../../machinery/invalid-object'
import { redactValue } from '../../machinery/confidential'
import { mutableCopy } from '../../machinery/mutable-copy'
import { invalid } from '../../machinery/field-error'
import { at, clone, equal, isObject } from '../../machinery/json'
import { type ApiObject, apiVersionOf, parseApiVersion } from '../../machinery/object'
import { sharing } from '../../machinery/sharing'
import { namesHintFor } from '../../names/choice'
import type { Catalogue } from '../../registry/catalogue'
import type { HubType, ServedType } from '../../registry/resource-type'
import { type Body, decodeBody } from '../wire/body'
import { MAX_LISTED, notHandled, realReading, refuseUnnamed } from './body-refusal'
import type { RequestScope, WriteScope } from './request-scope'
import { cannotBeHandled, wrongType } from './wrong-type'

/** Warns of dropped fields, or refuses them, depending on the level (resource API, "Field validation"). */
export function reportDropped(
  { context, level, type }: WriteScope,
  unknown: readonly string[],
  duplicates: readonly string[],
): void {
  context.unrecognized ||= unknown.length > 0
  if (level === 'Ignore') return
  const strange = unknown.map((path) => `unknown field ${goQuoted(path)}`)
  const twice = duplicates.map((path) => `duplicate field ${goQuoted(path)}`)
  // Unknown fields of custom objects are found later, by their schema.
  const texts = type.custom ? [...twice, ...strange] : [...strange, ...twice]
  if (texts.length === 0) return
  if (level === 'Strict')
    throw cannotBeHandled(type, type.kind, `strict decoding error: ${texts.slice(0, MAX_LISTED).join(', ')}`)
  for (const text of texts) context.warnings.add(text)
}

/** The name in a body; empty if there is none. */
export const decodedName = (value: unknown): string => {
  const name = at(value, 'metadata', 'name')
  return typeof name === 'string' ? name : ''
}

/** The message for an object without a name when the path has one. */
export const noName = (name: string): string =>
  `the name of the object (${name} based on URL) was undeterminable: name must be provided`

/** The refusal of a custom object without apiVersion. */
export const lacksVersion = (): ApiError =>
  internalError("Object 'apiVersion' is missing in 'object has no apiVersion field'")

/** Checks that the body's apiVersion and kind match its path, and fills them in if absent. */
export function identify(
  value: unknown,
  type: { group: string; version: string; kind: string; custom?: boolean; hub?: HubType },
  catalogue: Catalogue,
): ApiObject {
  if (!isObject(value)) throw badRequest('the body of the request must be an object')
  const apiVersion = value.apiVersion ?? apiVersionOf(type)
  const kind = value.kind ?? type.kind
  // A custom object's type is stated by the body only.
  if (type.custom && value.apiVersion === null && value.kind)
    throw cannotBeHandled(type, type.kind, '.apiVersion accessor error: <nil> is of the type <nil>, expected string')
  if (type.custom && value.kind && !value.apiVersion) throw lacksVersion()
  if (type.custom && !value.kind) throw badRequest('apiVersion and kind of the object must be set')
  if (typeof apiVersion !== 'string' || typeof kind !== 'string')
    throw badRequest('apiVersion and kind must be strings')
  const given = parseApiVersion(apiVersion)
  const actualVersion = apiVersion === '' ? apiVersionOf(type) : apiVersion
  const actualKind = kind === '' ? type.kind : kind
  // A custom type distinguishes a wrong kind from a version that can't be decoded at all.
  if (type.custom && given && actualVersion === apiVersionOf(type) && actualKind !== type.kind)
    throw invalidObject({ group: type.group, kind: actualKind }, decodedName(value), [
      invalid('kind', actualKind, `must be ${type.kind}`),
    ])
  if (type.custom && given && actualKind === type.kind && actualVersion !== apiVersionOf(type))
    throw badRequest(
      `the API version in the data (${actualVersion}) does not match the expected API version (${apiVersionOf(type)})${namesHintFor(actualVersion)}`,
    )
  if (!given || actualKind !== type.kind || actualVersion !== apiVersionOf(type))
    throw wrongType({ apiVersion: actualVersion, kind: actualKind }, type, catalogue)
  const whole = value.apiVersion === actualVersion && value.kind === actualKind
  return (whole ? value : { ...value, apiVersion: actualVersion, kind: actualKind }) as unknown as ApiObject
}

/** Reads a decoded body as an object of the type's version: checks types, reports and drops unknown fields. Throws BadRequest. */
export function decodeObject(scope: WriteScope, body: Body): ApiObject {
  const { context, type, level } = scope
  const start = context.tracer.now()
  if (type.custom && isObject(body.value) && !body.value.kind) refuseUnnamed(type, body, scope.server.release)
  const identified = identify(body.value, type, scope.server.catalogue)
  const typed = typedOf(identified, type)
  const read = type.custom
    ? typed
    : { ...typed, errors: [...typed.errors, ...fractionErrors(body.fractions, type.schema)] }
  if (read.errors.length && (read.unknown.length || body.duplicates.length) && level !== 'Ignore')
    throw badRequest(
      [
        ...read.errors,
        ...read.unknown.map((path) => `unknown field ${goQuoted(path)}`),
        ...body.duplicates.map((path) => `duplicate field ${goQuoted(path)}`),
      ].join('; '),
    )
  if (read.errors.length) {
    const { release } = scope.server
    const reading = type.schema ? realReading(type.schema, body, release) : {}
    if (reading.changed !== undefined && !type.custom)
      return decodeObject(scope, decodeBody(reading.changed, 'json', { kind: type.kind }))
    throw notHandled(type, read.errors, reading, release)
  }
  const unreadable = type.hub.behaviour.unreadable?.(read.value)
  if (unreadable !== undefined) throw cannotBeHandled(type, type.kind, unreadable)
  reportDropped(scope, read.unknown, body.duplicates)
  context.tracer.step('decoding', start, {
    verdict: read.unknown.length + body.duplicates.length > 0 ? 'changed' : 'passed',
    reason: () => (read.unknown.length ? `dropped ${read.unknown.join(', ')}` : ''),
  })
  return read.value
}

interface Typed {
  readonly value: ApiObject
  readonly unknown: readonly string[]
  readonly errors: readonly string[]
}

/** Reads an object by the schema of its type: unknown fields are dropped and reported, type errors collected. */
export function typedOf(object: ApiObject, type: ServedType, options: ReadOptions = {}): Typed {
  const source = isObject(object.metadata) ? object : { ...object, metadata: object.metadata ?? {} }
  if (type.read) {
    const { value, unknown, errors } = type.read(source, options)
    return { value: value as ApiObject, unknown, errors }
  }
  if (!type.schema)
    return { value: source, unknown: [], errors: isObject(source.metadata) ? [] : ['metadata must be an object'] }
  const { value, unknown, errors } = readTyped(source, type.schema, options)
  return { value: value as ApiObject, unknown, errors: errors.map((error) => redactValue(error, type.kind)) }
}

/** An object with the defaults of its version, with and without the fields that are switched off. */
export interface Defaulted {
  readonly whole: ApiObject
  readonly kept: ApiObject
}

/**
 * Applies the version's defaults, then drops fields that are switched off unless `old`, the stored object, has them. A traced stage of its
 * own.
 */
export const withDefaults = (scope: RequestScope, object: ApiObject, old?: ApiObject, keepNulls = false): ApiObject =>
  defaulted(scope, object, old, keepNulls).kept

/** The same, for writers that own also the fields that are dropped. */
export function defaulted(
  { context, type }: RequestScope,
  object: ApiObject,
  old?: ApiObject,
  keepNulls = false,
): Defaulted {
  const start = context.tracer.now()
  const whole = completed(type, object, keepNulls)
  if (old) sharePartsOf(old, whole)
  // After defaulting, so that a dropped field is not replaced by a default.
  const kept = type.guardFields?.(whole, old) ?? whole
  if (context.tracer.observed) {
    const changed = !equal(kept, object)
    context.tracer.step('defaulting', start, {
      verdict: changed ? 'changed' : 'none',
      ...(changed && { before: object, after: clone(kept) }),
    })
  }
  return { whole, kept }
}

/** Replaces members that equal those of the stored object by these, about which much is known already. */
function sharePartsOf(old: ApiObject, whole: ApiObject): void {
  for (const name in whole)
    if (name !== 'metadata' && Object.hasOwn(old, name)) whole[name] = sharing(old[name], whole[name])
}

/** A copy with metadata and the defaults of its version. */
export function completed(type: ServedType, object: ApiObject, keepNulls = false): ApiObject {
  const whole = mutableCopy(object)
  whole.metadata ??= {}
  type.applyDefaults(whole, keepNulls)
  return whole
}

/** The refusal of an object whose name is not that of its path. */
export const otherName = (given: string, name: string): ApiError =>
  badRequest(`the name of the object (${given}) does not match the name on the URL (${name})`)

/** The refusal of an updated object whose namespace is not that of its path; `checkNamespace` is for new objects. */
export const otherNamespace = (given: string, namespace: string): ApiError =>
  badRequest(`the namespace of the object (${given}) does not match the namespace on the request (${namespace})`)

/** An update's name and namespace must be those of its path. */
export function checkPlace({ metadata }: ApiObject, name: string, namespace: string): void {
  if (!metadata.name) throw badRequest(noName(name))
  if (metadata.name !== name) throw otherName(metadata.name, name)
  if (metadata.namespace && namespace && metadata.namespace !== namespace)
    throw otherNamespace(metadata.namespace, namespace)
}

/** The body's namespace must equal that of the path, if it names one; the path of a namespace names the namespace itself. */
export function checkNamespace(object: ApiObject, namespace: string): void {
  const given = object.metadata.namespace
  if (given && namespace && given !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
}
