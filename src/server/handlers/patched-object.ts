import { goQuoted } from '../../machinery/go-quote'
import { goPlain } from '../../machinery/go-untyped'
import { metaSchema } from '../../api/apiextensions/embedded'
import { fractionErrors } from '../../api/fractions'
import { behaves } from '../../api/releases/ledger'
import type { Schema } from '../../api/schema'
import { type ApiError, badRequest } from '../../machinery/api-error'
import { invalidObject } from '../../machinery/invalid-object'
import type { FieldSteps } from '../../machinery/decode-json'
import { invalid } from '../../machinery/field-error'
import { at } from '../../machinery/json'
import { type ApiObject, parseApiVersion } from '../../machinery/object'
import type { Body } from '../wire/body'
import type { WriteScope } from './request-scope'
import { decodedName, lacksVersion, noName, otherName, otherNamespace, reportDropped } from './decode'
import { conversionProblem } from './conversion-problem'
import { readPatchedAgain, refuseCustom, refuseIdentity } from './older-patched'
import { leavesNoObject, type PatchFunction, type PatchKind } from './patch-document'
import { type Expected, typeProblem } from './wrong-type'

/** The type that the result of a patch must have. */
export interface PatchedKind {
  readonly group: string
  readonly version: string
  readonly apiVersion: string
  readonly kind: string
  readonly custom: boolean
  readonly kindOfPatch: PatchKind
  readonly schema: Schema | undefined
  readonly hub?: Expected['hub']
  read(object: ApiObject): { value: ApiObject; unknown: readonly string[]; errors: readonly string[] }
}

/** Reads the result of a patch as its original kind; throws a real server's errors if it no longer is one. */
export function readPatched(
  scope: WriteScope,
  live: ApiObject,
  change: PatchFunction,
  as: PatchedKind,
  body: Pick<Body, 'value' | 'duplicates' | 'fractions'> | undefined,
): ApiObject {
  const release = scope.server.release
  const pinpoints = !behaves('json-errors-name-the-field', release)
  const older = !as.custom && pinpoints
  const left = change(live)
  const misread = { left, live, kind: as.kindOfPatch, patch: body?.value }
  if (older)
    refuseIdentity(misread, (apiVersion, kind) =>
      apiVersion === as.apiVersion && kind === as.kind
        ? undefined
        : typeProblem({ apiVersion, kind }, as, scope.server.catalogue),
    )
  if (as.custom && pinpoints) refuseCustom(misread, metaSchema(release))
  let typed = as.read(patchedIdentity(left, as))
  const fractions = fractionErrors(fractionsIn(body, as), as.schema)
  if (older && as.schema && typed.errors.length + fractions.length > 0)
    typed = as.read(patchedIdentity(readPatchedAgain(misread, as.schema), as))
  const read = { ...typed, unknown: addedTo(typed.unknown, live, as), errors: [...typed.errors, ...fractions] }
  if (read.errors.length) throw typeError(scope, as, read, body?.value)
  reportDropped(scope, read.unknown, body?.duplicates ?? [])
  return read.value
}

/** Unknown fields that the patch added. Those stored by a later release are not the patch author's fault. */
function addedTo(unknown: readonly string[], live: ApiObject, as: PatchedKind): readonly string[] {
  if (unknown.length === 0) return unknown
  const stored = new Set(as.read(live).unknown)
  return unknown.filter((path) => !stored.has(path))
}

/** Fractions that the patch writes as numbers. A strategic merge works on parsed values, which lose that distinction. */
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

/** The error for a patch that leaves a field with the wrong type. With field validation it reads like that of any other body. */
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

/** The apiVersion and kind of the patched object. A strategic merge works on the Go type, which has a fixed kind. */
function patchedIdentity(patched: ApiObject, type: PatchedKind): ApiObject {
  if (type.custom) return customIdentity(patched, type)
  const own = { ...patched, apiVersion: type.apiVersion, kind: type.kind }
  if (type.kindOfPatch === 'strategic') return textsIn(patched) ? own : patched
  const silent = (value: unknown) => value === undefined || value === null || value === ''
  const says = (value: unknown, actual: string) => silent(value) || value === actual
  // Without a version it is read as the internal form of the kind, which has no metadata and thus no name.
  if (silent(patched.apiVersion) && says(patched.kind, type.kind)) throw badRequest(noName(decodedName(patched)))
  if (!says(patched.apiVersion, type.apiVersion) || !says(patched.kind, type.kind))
    throw invalidObject({ group: '', kind: '' }, '', [
      invalid(
        'patch',
        { apiVersion: patched.apiVersion, kind: patched.kind },
        `must leave a ${type.kind} of ${type.apiVersion}`,
      ),
    ])
  return own
}

/** Whether apiVersion and kind are texts, if given. Any other value is a type error like that of every field. */
const textsIn = ({ apiVersion, kind }: { apiVersion?: unknown; kind?: unknown }): boolean =>
  [apiVersion, kind].every((value) => value === undefined || value === null || typeof value === 'string')

/** A custom object may be patched to another kind: only the validation of the result detects it. */
function customIdentity(patched: ApiObject, type: PatchedKind): ApiObject {
  const { apiVersion, kind } = patched as { apiVersion?: unknown; kind?: unknown }
  if (typeof kind !== 'string' || kind === '' || (apiVersion !== undefined && typeof apiVersion !== 'string'))
    throw leavesNoObject(['apiVersion and kind must be given as texts'])
  if (!apiVersion) throw lacksVersion()
  const errors = [
    ...(kind === type.kind ? [] : [invalid('kind', kind, `must be ${type.kind}`)]),
    ...(apiVersion === type.apiVersion ? [] : [invalid('apiVersion', apiVersion, `must be ${type.apiVersion}`)]),
  ]
  const group = parseApiVersion(apiVersion)?.group ?? ''
  if (errors.length > 0) throw invalidObject({ group, kind }, decodedName(patched), errors)
  return patched
}

/** A patch can't change the name, or the namespace if the path has one. */
export function checkIdentity(object: ApiObject, live: ApiObject, namespace: string): void {
  if (!object.metadata.name) throw badRequest(noName(live.metadata.name ?? ''))
  if (object.metadata.name !== live.metadata.name) throw otherName(object.metadata.name, live.metadata.name ?? '')
  const given = object.metadata.namespace ?? namespace
  if (namespace && given !== namespace) throw otherNamespace(given, namespace)
}
