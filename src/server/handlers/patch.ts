import { goQuoted } from '../../machinery/go-quote'
import { fractionErrors } from '../../api/fractions'
import { behaves } from '../../api/releases/ledger'
import type { Schema } from '../../api/schema'
import { ApiError, badRequest, invalidObject, unclassifiedError, unsupportedMediaType } from '../../machinery/api-error'
import type { FieldSteps } from '../../machinery/decode-json'
import { redactValue } from '../../machinery/confidential'
import { invalid } from '../../machinery/field-error'
import { applyJsonPatch } from '../../machinery/json-patch'
import { at, isObject, type Json } from '../../machinery/json'
import { problemsOf, UNDECLARED } from '../../managed-fields/typed'
import { applyMergePatch } from '../../machinery/merge-patch'
import { type ApiObject, parseApiVersion } from '../../machinery/object'
import { PatchError } from '../../machinery/patch-error'
import { applyStrategicMergePatch } from '../../machinery/strategic-merge-patch'
import type { Content } from '../../machinery/whole-body'
import { updateObject } from '../../registry/write'
import type { ServedType } from '../../registry/resource-type'
import { authorizeOrThrow } from '../authorize'
import { type Body, decodeBody, readContent } from '../wire/body'
import type { RequestContext } from '../context'
import { type RequestScope, type WriteScope, writeScope } from './request-scope'
import { checkNamespace, identify, reportDropped, typedOf, withDefaults } from './decode'
import { appliedOwnership, tracked, withoutNewTimes } from './ownership'
import { objectResponse, representationOf } from './read'
import { writeCall } from './write-call'

export type PatchKind = 'json' | 'merge' | 'strategic' | 'apply'

const PATCH_KINDS: Readonly<Record<string, PatchKind>> = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
}

/** Which patch a request carries; custom types have no strategic merge. Throws UnsupportedMediaType. */
export function patchKindOf(context: RequestContext, type: ServedType): PatchKind {
  const accepted = Object.keys(PATCH_KINDS).filter(
    (mediaType) => !(type.custom && PATCH_KINDS[mediaType] === 'strategic'),
  )
  // Patch media types are matched exactly, unlike object media types.
  const [mediaType = ''] = (context.request.headers.get('content-type') ?? '').split(';', 1)
  const kind = accepted.includes(mediaType) ? PATCH_KINDS[mediaType] : undefined
  if (!kind) throw unsupportedMediaType(accepted)
  return kind
}

/** A change of one object that a patch describes, whatever its form; also used for subresources with their own kind. */
export type PatchFunction = (live: ApiObject) => ApiObject

/** A patch that describes a change, read once. */
export interface Patch {
  /** Undefined where the patch can't be read. */
  readonly body: Body | undefined
  /** Applies it to any state of the object. Only then it is refused as unreadable: what is not there is not found first. */
  readonly change: PatchFunction
}

/** Reads the patch that a request carries. */
export function readPatch(
  release: number,
  kind: Exclude<PatchKind, 'apply'>,
  content: Content,
  schema: Schema | undefined,
): Patch {
  try {
    const body = decodeBody(content, 'json')
    const patch = patchDocument(kind, body.value as Json)
    return { body, change: (live) => changed(live, kind, patch, schema) }
  } catch (error) {
    const refusal =
      error instanceof ApiError && kind === 'merge' && !behaves('merge-patch-errors', release)
        ? unclassifiedError(error.message)
        : error
    return {
      body: undefined,
      change: () => {
        throw refusal
      },
    }
  }
}

function changed(
  live: ApiObject,
  kind: Exclude<PatchKind, 'apply'>,
  patch: Json,
  schema: Schema | undefined,
): ApiObject {
  const source = live as unknown as Json
  try {
    const result =
      kind === 'json'
        ? applyJsonPatch(source, patch)
        : kind === 'merge'
          ? applyMergePatch(source, patch)
          : applyStrategicMergePatch(source, patch, schema)
    if (!isObject(result)) throw leavesNoObject(['it is no object'])
    return result as unknown as ApiObject
  } catch (error) {
    if (error instanceof PatchError) throw patchRefused(error)
    throw error
  }
}

/** Says nothing, so changes nothing: what JSON has for an absent list or object. */
const NO_CHANGE: Readonly<Record<Exclude<PatchKind, 'apply' | 'merge'>, Json>> = { json: [], strategic: {} }

function patchDocument(kind: Exclude<PatchKind, 'apply'>, patch: Json): Json {
  if (patch === null && kind !== 'merge') return NO_CHANGE[kind]
  if (kind === 'json' && !Array.isArray(patch)) throw badRequest('a JSON patch must be a list of operations')
  // A list is a merge patch that replaces the whole object; what that leaves is refused when it is there.
  if (kind !== 'json' && !isObject(patch) && !(kind === 'merge' && Array.isArray(patch)))
    throw badRequest('the patch must be an object')
  return patch
}

/** What a patch leaves can't be read as an object of its type. Values are not repeated: they may be secret. */
const leavesNoObject = (why: readonly string[]): ApiError =>
  invalidObject({ group: '', kind: '' }, '', [invalid('patch', '', why.join('; '))])

function patchRefused(error: PatchError): ApiError {
  if (error.code === 400) return badRequest(error.message)
  if (error.code === 413) return new ApiError(413, 'RequestEntityTooLarge', error.message)
  if (error.code === 500) return unclassifiedError(error.message)
  return new ApiError(
    422,
    'Invalid',
    `the server rejected our request due to an error in our request: ${error.message}`,
    {},
  )
}

/** PATCH of an object or of a subresource that is a part of it. */
export async function patchObject(asked: RequestScope): Promise<Response> {
  const { server, context, type } = asked
  representationOf(context, type)
  const kind = patchKindOf(context, type)
  const scope = writeScope(asked, 'PatchOptions', kind === 'apply')
  const content = await readContent(context)
  const { name, subresource } = context.info
  const call = writeCall(scope, { name, subresource, dryRun: scope.options.dryRun })
  const next =
    kind === 'apply' ? await applyStep(scope, decodeBody(content, 'yaml')) : patchStep(scope, { kind, content })
  const { object, created } = await updateObject(server.store, call, {
    next,
    retry: true,
    mayCreate: kind === 'apply' && subresource === '',
    onCreate: () => authorizeOrThrow(server, context, { verb: 'create' }),
    isPatch: true,
  })
  return objectResponse(scope, object, created ? 201 : 200)
}

function patchStep(scope: WriteScope, { kind, content }: { kind: Exclude<PatchKind, 'apply'>; content: Content }) {
  const { server, context, type } = scope
  const { body, change } = readPatch(server.release, kind, content, type.schema)
  if (body) context.audit?.requestObject(body.value)
  return async (live: ApiObject | undefined): Promise<ApiObject> => {
    const start = context.tracer.now()
    const as = { ...type, kindOfPatch: kind, read: (left: ApiObject) => typedOf(left, type) }
    await context.breathe()
    const left = readPatched(scope, live as ApiObject, change, as, body)
    await context.breathe()
    const object = withDefaults(scope, left, live)
    checkIdentity(object, live as ApiObject)
    await context.breathe()
    const owned = await tracked(scope, live, object)
    context.tracer.step('apply', start, { verdict: 'changed', reason: 'patched', before: live, after: owned })
    return owned
  }
}

/** What a patch must leave. */
export interface PatchedKind {
  readonly group: string
  readonly version: string
  readonly apiVersion: string
  readonly kind: string
  readonly custom: boolean
  readonly kindOfPatch: PatchKind
  readonly schema: Schema | undefined
  read(object: ApiObject): { value: ApiObject; unknown: readonly string[]; errors: readonly string[] }
}

/** Reads what a patch has left as the kind that it was; throws what servers of this API say when it is that no longer. */
export function readPatched(
  scope: WriteScope,
  live: ApiObject,
  change: PatchFunction,
  as: PatchedKind,
  body: Pick<Body, 'value' | 'duplicates' | 'fractions'> | undefined,
): ApiObject {
  const typed = as.read(patchedIdentity(change(live), as))
  const read = {
    ...typed,
    unknown: addedTo(typed.unknown, live, as),
    errors: [...typed.errors, ...fractionErrors(fractionsIn(body, as), as.schema)],
  }
  if (read.errors.length) throw typeError(scope, as, read)
  reportDropped(scope, read.unknown, body?.duplicates ?? [])
  return read.value
}

/** Unknown fields that the patch brought; those that a later release stored are none of its author's. */
function addedTo(unknown: readonly string[], live: ApiObject, as: PatchedKind): readonly string[] {
  if (unknown.length === 0) return unknown
  const stored = new Set(as.read(live).unknown)
  return unknown.filter((path) => !stored.has(path))
}

/**
 * Where a patch leaves numbers as they are written. A strategic merge works on values, which know no such difference.
 */
function fractionsIn(body: Pick<Body, 'value' | 'fractions'> | undefined, as: PatchedKind): FieldSteps[] {
  if (!body?.fractions?.length || as.custom) return []
  if (as.kindOfPatch === 'merge') return [...body.fractions]
  if (as.kindOfPatch !== 'json') return []
  return body.fractions.flatMap(([position = 0, member, ...below]) => {
    const path = at(body.value, position, 'path')
    if (member !== 'value' || typeof path !== 'string') return []
    const steps = path.split('/').slice(1)
    return [[...steps.map((step) => (/^[-+]?\d*$/.test(step) ? Number(step) || 0 : step)), ...below]]
  })
}

/** A patch that leaves a field of the wrong type: where fields are validated that is said like of any other body. */
function typeError(
  { server, level }: WriteScope,
  type: PatchedKind,
  { errors, unknown }: { readonly errors: readonly string[]; readonly unknown: readonly string[] },
): ApiError {
  const all = [...errors, ...(level === 'Ignore' ? [] : unknown.map((path) => `unknown field ${goQuoted(path)}`))]
  if (!server.feature('ServerSideFieldValidation')) return leavesNoObject(all)
  return badRequest(`the patched ${type.kind} cannot be read: ${all.join('; ')}`)
}

/** What the patched object calls itself. A strategic merge works on the type itself, which has no other kind to be. */
function patchedIdentity(patched: ApiObject, type: PatchedKind): ApiObject {
  if (type.custom) return customIdentity(patched, type)
  const own = { ...patched, apiVersion: type.apiVersion, kind: type.kind }
  if (type.kindOfPatch === 'strategic') return identify(own, type)
  const silent = (value: unknown) => value === undefined || value === null || value === ''
  const says = (value: unknown, actual: string) => silent(value) || value === actual
  // Without a version it is read as the server's own form of the kind, which has no metadata to hold a name.
  if (silent(patched.apiVersion) && says(patched.kind, type.kind))
    throw badRequest(`the name of the object is not known: the patch must leave the version ${type.apiVersion}`)
  if (!says(patched.apiVersion, type.apiVersion) || !says(patched.kind, type.kind))
    throw invalidObject({ group: '', kind: '' }, '', [
      invalid(
        'patch',
        { apiVersion: patched.apiVersion, kind: patched.kind },
        `must leave a ${type.kind} of ${type.apiVersion}`,
      ),
    ])
  return identify(own, type)
}

/** A custom object may be patched into another one: that is found out only when what is left is validated. */
function customIdentity(patched: ApiObject, type: PatchedKind): ApiObject {
  const { apiVersion, kind } = patched as { apiVersion?: unknown; kind?: unknown }
  if (typeof kind !== 'string' || kind === '' || (apiVersion !== undefined && typeof apiVersion !== 'string'))
    throw leavesNoObject(['apiVersion and kind must be given as texts'])
  const errors = [
    ...(kind === type.kind ? [] : [invalid('kind', kind, `must be ${type.kind}`)]),
    ...(apiVersion === type.apiVersion ? [] : [invalid('apiVersion', apiVersion ?? '', `must be ${type.apiVersion}`)]),
  ]
  const group = parseApiVersion(apiVersion ?? '')?.group ?? ''
  const name = at(patched, 'metadata', 'name')
  if (errors.length > 0) throw invalidObject({ group, kind }, typeof name === 'string' ? name : '', errors)
  return patched
}

/** A patch moves nothing to another name or namespace. */
export function checkIdentity(object: ApiObject, live: ApiObject): void {
  if (!object.metadata.name) throw badRequest('the patch must leave the name of the object')
  if (object.metadata.name !== live.metadata.name)
    throw badRequest(
      `the name of the object (${object.metadata.name}) does not match the name on the URL (${live.metadata.name})`,
    )
  if ((object.metadata.namespace ?? live.metadata.namespace) !== live.metadata.namespace)
    throw badRequest(
      `the namespace of the object (${object.metadata.namespace}) does not match the namespace on the request (${live.metadata.namespace})`,
    )
}

/**
 * Why a body is no intent, in the reference's words: fields that its type does not have, values of another type. An intent
 * can't own what does not exist: applying is the one write that drops nothing. Undefined for what is one.
 */
function notTyped(
  { server, context: { info }, type: { schema, apiVersion, kind } }: RequestScope,
  body: unknown,
  unknown: readonly string[],
): ApiError | undefined {
  const found = schema ? problemsOf(schema, body) : []
  // What is owned as a whole has no paths of its own below it.
  const more = found.length > 0 ? [] : unknown.map((path) => ({ path: `.${path}`, message: UNDECLARED }))
  const lines = [...found, ...more].map(({ path, message }) => redactValue(`${path}: ${message}`, kind))
  if (lines.length === 0) return undefined
  const name = [info.namespace, info.name].filter(Boolean).join('/')
  const where = behaves('apply-errors-name-the-object', server.release) ? ` (${name}; ${apiVersion}, Kind=${kind})` : ''
  return unclassifiedError(
    `failed to create typed patch object${where}: ${lines.length > 1 ? 'errors:\n  ' : ''}${lines.join('\n  ')}`,
  )
}

async function applyStep(scope: WriteScope, body: Body) {
  const { context, type, options, level } = scope
  const { name, namespace } = context.info
  context.audit?.requestObject(body.value)
  if (!isObject(body.value)) throw badRequest('the applied configuration must be an object')
  const missing = ['apiVersion', 'kind'].filter(
    (field) => !isObject(body.value) || typeof body.value[field] !== 'string' || body.value[field] === '',
  )
  if (missing.length) throw badRequest(`the applied configuration must set ${missing.join(' and ')}`)
  const identified = identify(body.value, type)
  await context.breathe()
  const read = typedOf(identified, type, { partial: true })
  await context.breathe()
  const strict = level === 'Strict' && read.unknown.length > 0 && read.errors.length === 0
  const refusal = strict ? undefined : notTyped(scope, identified, read.unknown)
  if (refusal) throw refusal
  if (read.errors.length) throw badRequest(`the applied ${type.kind} cannot be read: ${read.errors.join('; ')}`)
  reportDropped(scope, read.unknown, body.duplicates)
  const intent = read.value
  checkNamespace(intent, namespace, type.namespaced)
  if (intent.metadata.name && intent.metadata.name !== name)
    throw badRequest(`the name of the object (${intent.metadata.name}) does not match the name on the URL (${name})`)
  return async (live: ApiObject | undefined): Promise<ApiObject> => {
    const start = context.tracer.now()
    if (!live && !intent.metadata.name) throw badRequest('metadata.name must be given to create by apply')
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
      if (merged === live) return live
      await context.breathe()
      // An intent may name zero values that mean the same as absence.
      const { value } = typedOf(merged, type)
      await context.breathe()
      const completed = withDefaults(scope, value, live)
      return live ? withoutNewTimes(live, completed) : completed
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'Conflict')
        context.tracer.step('apply', start, { by: options.fieldManager, verdict: 'refused', reason: error.message })
      throw error
    }
  }
}
