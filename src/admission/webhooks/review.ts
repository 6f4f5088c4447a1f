import { decodeBase64, fromUtf8 } from '../../machinery/base64'
import type { StatusDetails } from '../../machinery/api-error'
import { isObject, type JsonObject } from '../../machinery/json'
import type { ApiObject, GroupVersionKind } from '../../machinery/object'
import type { AdmissionRequest } from '../plugin'
import type { Invocation } from './matching'

/** Versions of AdmissionReview. */
export type ReviewVersion = 'v1' | 'v1beta1'

const GROUP = 'admission.orch.io'
const SPOKEN: readonly string[] = ['v1', 'v1beta1'] satisfies ReviewVersion[]

/** An AdmissionReview as it is sent to a webhook. */
export interface Review {
  readonly kind: 'AdmissionReview'
  readonly apiVersion: string
  readonly request: { readonly uid: string } & Readonly<Record<string, unknown>>
}

/** The first supported review version in a webhook's list. Throws Error if there is none. */
export function chooseVersion(accepted: readonly string[]): ReviewVersion {
  const version = accepted.find((one) => SPOKEN.includes(one))
  if (version === undefined)
    throw new Error(`webhook does not accept known AdmissionReview versions (${SPOKEN.join(', ')})`)
  return version as ReviewVersion
}

/** Strips additional properties: a webhook receives only group, version and kind. */
const nameOf = ({ group, version, kind }: GroupVersionKind): GroupVersionKind => ({ group, version, kind })

/** The review sent to a webhook (admission document, "Admission review"); objects are in the webhook's version. */
export function reviewOf(
  request: AdmissionRequest,
  { kind, resource }: Invocation,
  version: ReviewVersion,
  uid: string,
  objects: { readonly object: ApiObject | undefined; readonly oldObject: ApiObject | undefined },
): Review {
  const { user, subresource, name, namespace } = request
  return {
    kind: 'AdmissionReview',
    apiVersion: `${GROUP}/${version}`,
    request: {
      uid,
      kind: nameOf(kind),
      resource,
      ...(subresource && { subResource: subresource }),
      requestKind: nameOf(request.kind),
      requestResource: request.resource,
      ...(subresource && { requestSubResource: subresource }),
      ...(name && { name }),
      ...(namespace && { namespace }),
      operation: request.operation,
      userInfo: {
        ...(user.name && { username: user.name }),
        ...(user.uid && { uid: user.uid }),
        ...(user.groups.length > 0 && { groups: user.groups }),
        ...(user.extra && Object.keys(user.extra).length > 0 && { extra: user.extra }),
      },
      object: objects.object ?? null,
      oldObject: objects.oldObject ?? null,
      dryRun: request.dryRun,
      options: request.options ?? null,
    },
  }
}

/** A webhook's denial; all members are as it gave them. */
export interface Result {
  readonly status: string
  readonly code: number
  readonly reason: string
  readonly message: string
  readonly details: StatusDetails | undefined
}

/** A webhook's decision. */
export interface Verdict {
  readonly allowed: boolean
  readonly result: Result | undefined
  /** The patch text; empty if there is none. */
  readonly patch: string
  readonly patchType: string
  readonly warnings: readonly string[]
  readonly auditAnnotations: Readonly<Record<string, string>>
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Reads a member of a response; null counts as absent. Throws Error for the wrong type. */
function member<T>(from: JsonObject, name: string, is: (value: unknown) => value is T, what: string): T | undefined {
  const value: unknown = from[name]
  if (value === undefined || value === null) return undefined
  if (!is(value)) throw new Error(`response.${name} must be ${what}`)
  return value
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isTextMap = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every(isText)
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

function resultOf(response: JsonObject): Result | undefined {
  const status = member(response, 'status', isObject, 'an object')
  if (!status) return undefined
  return {
    status: member(status, 'status', isText, 'a string') ?? '',
    code: member(status, 'code', isWhole, 'a whole number') ?? 0,
    reason: member(status, 'reason', isText, 'a string') ?? '',
    message: member(status, 'message', isText, 'a string') ?? '',
    details: member(status, 'details', isObject, 'an object') as StatusDetails | undefined,
  }
}

function patchIn(response: JsonObject): string {
  const encoded = member(response, 'patch', isText, 'a base64 string')
  if (!encoded) return ''
  try {
    return fromUtf8(decodeBase64(encoded))
  } catch {
    throw new Error('response.patch must be a base64 string')
  }
}

/** In v1 a patch requires a patch type; in v1beta1 the type defaults to the only one there is. */
function patchTypeIn(response: JsonObject, patch: string, version: ReviewVersion): string {
  const given = member(response, 'patchType', isText, 'a string')
  if (version === 'v1beta1') return patch === '' ? '' : 'JSONPatch'
  if (patch !== '' && given === undefined) throw new Error('webhook returned response.patch but not response.patchType')
  if (patch === '' && given !== undefined) throw new Error('webhook returned response.patchType but not response.patch')
  if (given === '') throw new Error('webhook returned invalid response.patchType of ""')
  return given ?? ''
}

/**
 * Parses a webhook's response to a review.
 * @throws Error that says why the response is invalid
 */
export function verdictIn(review: Review, version: ReviewVersion, answer: unknown, mutating: boolean): Verdict {
  if (!isObject(answer)) throw new Error('the answer is not an object')
  const { apiVersion = '', kind = '', response } = answer
  const unnamed = version === 'v1beta1' && apiVersion === '' && kind === ''
  if (!unnamed && (apiVersion !== review.apiVersion || kind !== review.kind))
    throw new Error(
      `expected webhook response of ${review.apiVersion}, Kind=${review.kind}, got ${JSON.stringify(apiVersion)}, Kind=${JSON.stringify(kind)}`,
    )
  if (!isObject(response)) throw new Error('webhook response was absent')
  const uid = member(response, 'uid', isText, 'a string') ?? ''
  if (version === 'v1' && uid !== review.request.uid)
    throw new Error(`expected response.uid="${review.request.uid}", got "${uid}"`)
  const patch = patchIn(response)
  if (!mutating && version === 'v1') {
    if (patch !== '') throw new Error('validating webhook may not return response.patch')
    if (response.patchType !== undefined && response.patchType !== null)
      throw new Error('validating webhook may not return response.patchType')
  }
  return {
    allowed: member(response, 'allowed', isFlag, 'true or false') ?? false,
    result: resultOf(response),
    patch: mutating ? patch : '',
    patchType: mutating ? patchTypeIn(response, patch, version) : '',
    warnings: member(response, 'warnings', isTexts, 'a list of strings') ?? [],
    auditAnnotations: member(response, 'auditAnnotations', isTextMap, 'a map of strings') ?? {},
  }
}
