import { type ApiError, unclassifiedError } from '../../machinery/api-error'
import type { Clock } from '../../machinery/clock'
import type { Outside } from '../../machinery/egress'
import { FieldPath, joinedErrors } from '../../machinery/field-error'
import { goQuoted } from '../../machinery/go-quote'
import { equal, isObject, type JsonObject } from '../../machinery/json'
import { validateLabels } from '../../machinery/label-validation'
import type { ApiObject, ObjectMeta } from '../../machinery/object'
import { validateAnnotations } from '../../machinery/object-meta'
import type { Random } from '../../machinery/random'
import type { ObjectReader } from '../../machinery/reader'
import { callObjectWebhook } from '../../machinery/object-webhook'
import { WEBHOOK_POLICIES } from '../../machinery/webhook-policies'
import { messageOf } from '../../machinery/message-of'
import type { Definition } from './definition'

/** What calls of conversion webhooks work with. */
export interface ConversionCaller {
  readonly outside: Outside
  readonly reader: Pick<ObjectReader, 'get'>
  readonly random: Random
  readonly clock: Clock
}

/** Supported review versions. */
export const REVIEW_VERSIONS = ['v1', 'v1beta1']
const GROUP = 'apiextensions.orch.io'

/** The question to a conversion webhook. */
export interface ConversionReview {
  readonly apiVersion: string
  readonly kind: 'ConversionReview'
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly ApiObject[] }
  /** Servers send the empty form of a response with each request. */
  readonly response: {
    readonly uid: ''
    readonly convertedObjects: null
    readonly result: { readonly metadata: object }
  }
}

/** A ConversionReview for objects, in the first supported version. */
export function conversionReview(
  accepted: readonly string[],
  uid: string,
  desiredAPIVersion: string,
  objects: readonly ApiObject[],
): ConversionReview {
  const version = accepted.find((one) => REVIEW_VERSIONS.includes(one))
  if (version === undefined) throw unclassifiedError('no supported conversion review versions')
  return {
    apiVersion: `${GROUP}/${version}`,
    kind: 'ConversionReview',
    request: { uid, desiredAPIVersion, objects },
    response: { uid: '', convertedObjects: null, result: { metadata: {} } },
  }
}

/**
 * The objects of a response, validated: the same objects, in the requested version. Only labels and annotations of their metadata may
 * change.
 * @throws Error that says what is wrong
 */
export function convertedObjects(review: ConversionReview, answer: unknown): ApiObject[] {
  const { request } = review
  const answered = convertedList(review, answer)
  const count = request.objects.length
  if (answered.length !== count) throw new Error(`returned ${answered.length} objects, expected ${count}`)
  return request.objects.map((original, i) => checkedObject(original, answered[i], request.desiredAPIVersion, i))
}

/** The list in a response that says that the conversion succeeded. */
function convertedList({ request, apiVersion, kind }: ConversionReview, answer: unknown): readonly unknown[] {
  const failed = (why: string): Error => new Error(`failed: ${why}`)
  if (!isObject(answer)) throw failed('the answer is not an object')
  const isStable = apiVersion.endsWith('/v1')
  // The first form of reviews need not be repeated by answers, neither its type nor its uid.
  const says = (given: unknown, wanted: string): boolean => given === wanted || (!isStable && !given)
  if (!says(answer.apiVersion, apiVersion) || !says(answer.kind, kind))
    throw failed(
      `expected webhook response of ${apiVersion}, Kind=${kind}, got ${textOf(answer.apiVersion)}, Kind=${textOf(answer.kind)}`,
    )
  const { response } = answer
  if (!isObject(response)) throw failed('no response provided')
  if (isStable && response.uid !== request.uid)
    throw failed(`expected response.uid="${request.uid}", got ${goQuoted(textOf(response.uid))}`)
  const result = isObject(response.result) ? response.result : {}
  if (result.status !== 'Success')
    throw failed(textOf(result.message) || `response.result.status was '${textOf(result.status)}', not 'Success'`)
  return Array.isArray(response.convertedObjects) ? response.convertedObjects : []
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function checkedObject(original: ApiObject, converted: unknown, desired: string, position: number): ApiObject {
  const wrong = (why: string): Error => new Error(`returned invalid object${why}`)
  if (!isObject(converted)) throw wrong(` at index ${position}: it is no object`)
  if (converted.apiVersion !== desired)
    throw wrong(
      ` at index ${position}: invalid groupVersion (expected ${desired}, received ${textOf(converted.apiVersion)})`,
    )
  if (converted.kind !== original.kind)
    throw wrong(
      ` at index ${position}: invalid kind (expected ${original.kind ?? ''}, received ${textOf(converted.kind)})`,
    )
  const metadata = isObject(converted.metadata) ? converted.metadata : {}
  for (const [field, name] of KEPT) {
    const [before, after] = [original.metadata[field] ?? '', textOf(metadata[field])]
    if (after !== before) throw wrong(`: must have the same ${name}: ${before} != ${after}`)
  }
  return { ...(converted as unknown as ApiObject), metadata: checkedMetadata(original.metadata, metadata) }
}

/** Metadata that a conversion can't change, as error messages name it. */
const KEPT = [
  ['name', 'name'],
  ['namespace', 'namespace'],
  ['uid', 'UID'],
] as const

/** The original's metadata with the labels and annotations of the conversion. Those that changed must be valid. */
function checkedMetadata(original: ObjectMeta, converted: JsonObject): ObjectMeta {
  const { labels: _labels, annotations: _annotations, ...kept } = original
  const next: ObjectMeta = { ...kept }
  for (const field of ['labels', 'annotations'] as const) {
    const map = converted[field]
    if (map === undefined || map === null) continue
    if (!isObject(map)) throw new Error(`returned invalid metadata: metadata.${field} must be a map of strings`)
    for (const [key, value] of Object.entries(map))
      if (typeof value !== 'string')
        throw new Error(`returned invalid metadata: metadata.${field}[${key}] must be a string in converted object`)
    next[field] = map as Record<string, string>
    if (equal(map, original[field] ?? {})) continue
    const errors =
      field === 'labels'
        ? validateLabels(next[field], FieldPath.of('metadata', 'labels'))
        : validateAnnotations(next[field], FieldPath.of('metadata', 'annotation'))
    if (errors.length > 0) throw new Error(`returned invalid metadata: ${joinedErrors(errors)}`)
  }
  return next
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
  const call = { body: review, policy: WEBHOOK_POLICIES.conversion }
  const answer = await callObjectWebhook({ outside, clock, reader }, clientConfig, call).catch((error: unknown) => {
    throw refusal(review, `failed: ${messageOf(error)}`)
  })
  let next = 0
  const converted = readAnswer(review, answer)
  return objects.map((object) => (object.apiVersion === desiredAPIVersion ? object : (converted[next++] ?? object)))
}

function readAnswer(review: ConversionReview, answer: unknown): ApiObject[] {
  try {
    return convertedObjects(review, answer)
  } catch (error) {
    throw refusal(review, messageOf(error))
  }
}

/** A failed conversion is an error without a reason. */
function refusal({ request: { objects } }: ConversionReview, why: string): ApiError {
  const [{ apiVersion = '', kind = '' } = {}] = objects
  return unclassifiedError(`conversion webhook for ${apiVersion}, Kind=${kind} ${why}`)
}
