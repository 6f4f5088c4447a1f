import { internalError } from '../../machinery/api-error'
import type { Clock } from '../../machinery/clock'
import type { Outside } from '../../machinery/egress'
import { equal, isObject } from '../../machinery/json'
import type { ApiObject, ObjectMeta } from '../../machinery/object'
import { writeJson } from '../../machinery/json-text'
import type { Random } from '../../machinery/random'
import type { ObjectReader } from '../../machinery/reader'
import { callObjectWebhook } from '../../machinery/object-webhook'
import { WEBHOOK_POLICIES } from '../../machinery/webhook-policies'
import { messageOf } from '../../machinery/message-of'
import type { Definition } from './definition'

export interface ConversionCaller {
  readonly outside: Outside
  readonly reader: Pick<ObjectReader, 'get'>
  readonly random: Random
  readonly clock: Clock
}

/** Supported review versions. */
export const REVIEW_VERSIONS = ['v1', 'v1beta1']
const GROUP = 'apiextensions.orch.io'

export interface ConversionReview {
  readonly apiVersion: string
  readonly kind: 'ConversionReview'
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly ApiObject[] }
}

/** A ConversionReview for objects, in the first supported version. */
export function conversionReview(
  accepted: readonly string[],
  uid: string,
  desiredAPIVersion: string,
  objects: readonly ApiObject[],
): ConversionReview {
  const version = accepted.find((one) => REVIEW_VERSIONS.includes(one))
  if (version === undefined)
    throw internalError(`no version of the conversion review is understood: ${accepted.join(', ')}`)
  return { apiVersion: `${GROUP}/${version}`, kind: 'ConversionReview', request: { uid, desiredAPIVersion, objects } }
}

/**
 * The objects of a response, validated: the same objects, in the requested version. Only labels and annotations of their metadata may
 * change.
 * @throws Error that says what is wrong
 */
export function convertedObjects(review: ConversionReview, answer: unknown): ApiObject[] {
  const { request, apiVersion, kind } = review
  if (!isObject(answer)) throw new Error('the answer is not an object')
  if (answer.apiVersion !== apiVersion || answer.kind !== kind)
    throw new Error(
      `expected ${apiVersion}, Kind=${kind}, got ${writeJson(answer.apiVersion)}, Kind=${writeJson(answer.kind)}`,
    )
  const { response } = answer
  if (!isObject(response)) throw new Error('no response provided')
  if (apiVersion.endsWith('/v1') && response.uid !== request.uid)
    throw new Error(`expected response.uid="${request.uid}", got ${writeJson(response.uid)}`)
  const result = isObject(response.result) ? response.result : {}
  if (result.status !== 'Success')
    throw new Error(
      typeof result.message === 'string' && result.message !== ''
        ? result.message
        : `response.result.status was ${writeJson(result.status ?? '')}, not "Success"`,
    )
  const objects = Array.isArray(response.convertedObjects) ? response.convertedObjects : []
  if (objects.length !== request.objects.length)
    throw new Error(`expected ${request.objects.length} converted objects, got ${objects.length}`)
  return request.objects.map((original, i) => checkedObject(original, objects[i], request.desiredAPIVersion, i))
}

function checkedObject(original: ApiObject, converted: unknown, desired: string, position: number): ApiObject {
  const wrong = (why: string): Error => new Error(`invalid converted object at position ${position}: ${why}`)
  if (!isObject(converted) || !isObject(converted.metadata)) throw wrong('it is no object with metadata')
  if (converted.apiVersion !== desired)
    throw wrong(`expected apiVersion ${desired}, got ${writeJson(converted.apiVersion)}`)
  if (converted.kind !== original.kind)
    throw wrong(`expected kind ${original.kind ?? ''}, got ${writeJson(converted.kind)}`)
  const metadata = converted.metadata as ObjectMeta
  for (const field of ['name', 'namespace', 'uid'] as const)
    if (!equal(metadata[field] ?? '', original.metadata[field] ?? '')) throw wrong(`metadata.${field} was changed`)
  const { labels: _labels, annotations: _annotations, ...kept } = original.metadata
  const next: ObjectMeta = { ...kept }
  for (const field of ['labels', 'annotations'] as const) {
    const map: unknown = metadata[field]
    if (map === undefined || map === null) continue
    if (!isObject(map) || !Object.values(map).every((value) => typeof value === 'string'))
      throw wrong(`metadata.${field} must be a map of strings`)
    next[field] = map as Record<string, string>
  }
  return { ...(converted as unknown as ApiObject), metadata: next }
}

/** Converts objects through a definition's webhook; objects already in the requested version are not sent. */
export async function convertByWebhook(
  definition: Definition,
  objects: readonly ApiObject[],
  desiredAPIVersion: string,
  { outside, reader, random, clock }: ConversionCaller,
): Promise<ApiObject[]> {
  const { clientConfig = {}, conversionReviewVersions = [] } = definition.spec.conversion?.webhook ?? {}
  const asked = objects.filter(({ apiVersion }) => apiVersion !== desiredAPIVersion)
  if (asked.length === 0) return [...objects]
  const review = conversionReview(conversionReviewVersions, random.uuid(), desiredAPIVersion, asked)
  try {
    const call = { body: review, policy: WEBHOOK_POLICIES.conversion }
    const converted = convertedObjects(review, await callObjectWebhook({ outside, clock, reader }, clientConfig, call))
    let next = 0
    return objects.map((object) => (object.apiVersion === desiredAPIVersion ? object : (converted[next++] ?? object)))
  } catch (error) {
    const why = messageOf(error)
    throw internalError(
      `conversion webhook for ${asked[0]?.apiVersion ?? ''}, Kind=${asked[0]?.kind ?? ''} failed: ${why}`,
    )
  }
}
