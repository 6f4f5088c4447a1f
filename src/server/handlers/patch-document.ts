import { behaves } from '../../api/releases/ledger'
import type { Schema } from '../../api/schema'
import { ApiError, badRequest, unclassifiedError } from '../../machinery/api-error'
import { noRepresentation, noRouteForBody, unsupportedMediaType } from '../../machinery/media-type-errors'
import { invalidObject } from '../../machinery/invalid-object'
import { invalid } from '../../machinery/field-error'
import { applyJsonPatch } from '../../machinery/json-patch'
import { jsonTypeOf } from '../../machinery/json-type'
import { isObject, type Json } from '../../machinery/json'
import { writeJson } from '../../machinery/json-text'
import { applyMergePatch } from '../../machinery/merge-patch'
import type { ApiObject } from '../../machinery/object'
import { PatchError } from '../../machinery/patch-error'
import { applyStrategicMergePatch, type Merging } from '../../machinery/strategic-merge-patch'
import type { ServedType } from '../../registry/resource-type'
import { type Body, decodeBody, type SentBody } from '../wire/body'
import { notIdentified } from '../wire/unreadable'
import type { RequestContext } from '../context'

/** The form of a patch, given by the request's content type. */
export type PatchKind = 'json' | 'merge' | 'strategic' | 'apply'

const PATCH_KINDS: Readonly<Record<string, PatchKind>> = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
}

/** The patch form of a request; custom types have no strategic merge. Throws UnsupportedMediaType. */
export function patchKindOf(context: RequestContext, type: ServedType): PatchKind {
  const accepted = Object.keys(PATCH_KINDS).filter(
    (mediaType) => !(type.custom && PATCH_KINDS[mediaType] === 'strategic'),
  )
  // Patch media types are matched exactly, unlike object media types.
  const given = context.request.headers.get('content-type') ?? ''
  const [mediaType = ''] = given.split(';', 1)
  const kind = accepted.includes(mediaType) ? PATCH_KINDS[mediaType] : undefined
  if (kind) return kind
  // The routes of built-in types take a list of media types for any of them.
  const isRouted = given.split(',').some((range) => accepted.includes(range.split(';', 1)[0]?.trim() ?? ''))
  if (type.custom || isRouted) throw unsupportedMediaType(accepted)
  throw context.request.body === null ? noRepresentation([]) : noRouteForBody()
}

/** The change that a patch makes to an object, whatever its form; also used for subresources with their own kind. */
export type PatchFunction = (live: ApiObject) => ApiObject

/** A parsed patch. */
export interface Patch {
  /** Undefined if the patch can't be read. */
  readonly body: Body | undefined
  /** Applies the patch to any state of the object. An unreadable patch is refused only here, so that a missing object is reported first. */
  readonly change: PatchFunction
}

/** Reads the patch that a request carries. */
export function readPatch(
  release: number,
  kind: Exclude<PatchKind, 'apply'>,
  content: SentBody,
  schema: Schema | undefined,
): Patch {
  try {
    const body = decodeBody(content, 'json', kind === 'json' ? 'patch' : kind)
    const patch = patchDocument(kind, body.value as Json)
    const merging = { takesNewAsGiven: !behaves('strategic-drops-directives', release) }
    const dropsNulls = !behaves('merge-patch-keeps-null-items', release)
    const root = behaves('json-patch-root', release)
    return { body, change: (live) => changed(live, kind, patch, schema, { ...merging, dropsNulls, root }) }
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
  merging: Merging & { readonly dropsNulls: boolean; readonly root: boolean },
): ApiObject {
  const source = live as unknown as Json
  try {
    const result =
      kind === 'json'
        ? applyJsonPatch(source, patch, { root: merging.root })
        : kind === 'merge'
          ? applyMergePatch(source, patch, merging.dropsNulls)
          : applyStrategicMergePatch(source, patch, schema, merging)
    if (!isObject(result)) throw leavesNoObject([notIdentified([])], writeJson(result))
    return result as unknown as ApiObject
  } catch (error) {
    if (error instanceof PatchError) throw patchRefused(error)
    throw error
  }
}

/** JSON null stands for an empty list or object, which changes nothing. */
const NO_CHANGE: Readonly<Record<Exclude<PatchKind, 'apply' | 'merge'>, Json>> = { json: [], strategic: {} }

function patchDocument(kind: Exclude<PatchKind, 'apply'>, patch: Json): Json {
  if (patch === null && kind !== 'merge') return NO_CHANGE[kind]
  if (kind === 'json' && !Array.isArray(patch))
    throw badRequest(`json: cannot unmarshal ${jsonTypeOf(patch)} into Go value of type jsonpatch.Patch`)
  // A list is a merge patch that replaces the whole object; the result is refused when it is applied.
  if (kind !== 'json' && !isObject(patch) && !(kind === 'merge' && Array.isArray(patch)))
    throw badRequest(
      kind === 'merge'
        ? 'Invalid JSON Patch'
        : `json: cannot unmarshal ${jsonTypeOf(patch)} into Go value of type map[string]interface {}`,
    )
  return patch
}

/**
 * The error for a patch whose result can't be read as an object of its type. `result` is its JSON if all of it came from the patch; stored
 * values may be secret and are not repeated.
 */
export const leavesNoObject = (why: readonly string[], result = ''): ApiError =>
  invalidObject({ group: '', kind: '' }, '', [invalid('patch', result, why.join('; '))])

function patchRefused(error: PatchError): ApiError {
  if (error.code === 400) return badRequest(error.message)
  if (error.code === 413) return new ApiError(413, 'RequestEntityTooLarge', error.message)
  if (error.code === 500) return unclassifiedError(error.message)
  // The failed operation is not named: this is the exact text that real clients print.
  return new ApiError(422, 'Invalid', 'the server rejected our request due to an error in our request', {})
}
