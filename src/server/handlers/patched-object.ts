import { goQuoted } from '../../machinery/go-quote'
import { goPlain } from '../../machinery/go-untyped'
import { fractionErrors } from '../../api/fractions'
import type { Schema } from '../../api/schema'
import { type ApiError, badRequest, invalidObject } from '../../machinery/api-error'
import type { FieldSteps } from '../../machinery/decode-json'
import { invalid } from '../../machinery/field-error'
import { at } from '../../machinery/json'
import { type ApiObject, parseApiVersion } from '../../machinery/object'
import type { Body } from '../wire/body'
import type { WriteScope } from './request-scope'
import { identify, noName, reportDropped } from './decode'
import { conversionProblem } from './conversion-problem'
import { leavesNoObject, type PatchFunction, type PatchKind } from './patch-document'

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
  if (read.errors.length) throw typeError(scope, as, read, body?.value)
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
  patch: unknown,
): ApiError {
  const all = [...errors, ...(level === 'Ignore' ? [] : unknown.map((path) => `unknown field ${goQuoted(path)}`))]
  if (!server.feature('ServerSideFieldValidation')) {
    const problem = type.kindOfPatch === 'strategic' ? conversionProblem(errors[0] ?? '') : undefined
    return problem === undefined ? leavesNoObject(all) : leavesNoObject([problem], goPlain(patch))
  }
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
  if (!object.metadata.name) throw badRequest(noName(live.metadata.name ?? ''))
  if (object.metadata.name !== live.metadata.name)
    throw badRequest(
      `the name of the object (${object.metadata.name}) does not match the name on the URL (${live.metadata.name})`,
    )
  if ((object.metadata.namespace ?? live.metadata.namespace) !== live.metadata.namespace)
    throw badRequest(
      `the namespace of the object (${object.metadata.namespace}) does not match the namespace on the request (${live.metadata.namespace})`,
    )
}
