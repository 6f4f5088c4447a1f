import { internalError } from '../../machinery/api-error'
import { decodeText } from '../../machinery/base64'
import type { Clock } from '../../machinery/clock'
import { equal, isObject } from '../../machinery/json'
import type { ApiObject, ObjectMeta } from '../../machinery/object'
import type { Random } from '../../machinery/random'
import type { Definition, WebhookClient } from './definition'

/** How the conversion callback is reached; the part of the outside world that this needs. */
export interface ConversionOutside {
  fetch(request: Request, trust?: { readonly ca?: string; readonly serverName?: string }): Promise<Response>
}
export interface ConversionCaller {
  readonly outside: ConversionOutside
  readonly random: Random
  readonly clock: Clock
}

/** Versions of the review that can be spoken. */
export const REVIEW_VERSIONS = ['v1', 'v1beta1']
const GROUP = 'apiextensions.orch.io'
const TIMEOUT_MS = 30_000

/** Where a callback is: a URL, or a service of the cluster by its usual name. */
export function callbackUrl({ url, service }: WebhookClient): string {
  if (url !== undefined) return url
  const { name = '', namespace = '', port = 443, path = '' } = service ?? {}
  return `https://${name}.${namespace}.svc:${port}/${path.replace(/^\//, '')}`
}

export interface ConversionReview {
  readonly apiVersion: string
  readonly kind: 'ConversionReview'
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly ApiObject[] }
}

/** The review that asks for objects in another version, in the first version of the review that is understood. */
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
 * The objects of an answer, checked: as many as asked for, in the wanted version, the same objects. Of their metadata
 * only labels and annotations may differ.
 * @throws Error that says what is wrong with the answer
 */
export function convertedObjects(review: ConversionReview, answer: unknown): ApiObject[] {
  const { request, apiVersion, kind } = review
  if (!isObject(answer)) throw new Error('the answer is not an object')
  if (answer.apiVersion !== apiVersion || answer.kind !== kind)
    throw new Error(
      `expected ${apiVersion}, Kind=${kind}, got ${JSON.stringify(answer.apiVersion)}, Kind=${JSON.stringify(answer.kind)}`,
    )
  const { response } = answer
  if (!isObject(response)) throw new Error('no response provided')
  if (apiVersion.endsWith('/v1') && response.uid !== request.uid)
    throw new Error(`expected response.uid="${request.uid}", got ${JSON.stringify(response.uid)}`)
  const result = isObject(response.result) ? response.result : {}
  if (result.status !== 'Success')
    throw new Error(
      typeof result.message === 'string' && result.message !== ''
        ? result.message
        : `response.result.status was ${JSON.stringify(result.status ?? '')}, not "Success"`,
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
    throw wrong(`expected apiVersion ${desired}, got ${JSON.stringify(converted.apiVersion)}`)
  if (converted.kind !== original.kind)
    throw wrong(`expected kind ${original.kind ?? ''}, got ${JSON.stringify(converted.kind)}`)
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

/** Asks a definition's callback for objects in another version; those that are in it already are not sent. */
export async function convertByWebhook(
  definition: Definition,
  objects: readonly ApiObject[],
  desiredAPIVersion: string,
  { outside, random, clock }: ConversionCaller,
): Promise<ApiObject[]> {
  const { clientConfig = {}, conversionReviewVersions = [] } = definition.spec.conversion?.webhook ?? {}
  const asked = objects.filter(({ apiVersion }) => apiVersion !== desiredAPIVersion)
  if (asked.length === 0) return [...objects]
  const review = conversionReview(conversionReviewVersions, random.uuid(), desiredAPIVersion, asked)
  const abort = new AbortController()
  const cancel = clock.setTimer(TIMEOUT_MS, () =>
    abort.abort(new Error('the callback did not answer within 30 seconds')),
  )
  try {
    const { service, caBundle } = clientConfig
    const request = new Request(callbackUrl(clientConfig), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(review),
      signal: abort.signal,
    })
    const response = await outside.fetch(request, {
      ...(caBundle && { ca: decodeText(caBundle) }),
      ...(service && { serverName: `${service.name ?? ''}.${service.namespace ?? ''}.svc` }),
    })
    if (!response.ok) throw new Error(`the callback answered with status ${response.status}`)
    const converted = convertedObjects(review, await response.json())
    let next = 0
    return objects.map((object) => (object.apiVersion === desiredAPIVersion ? object : (converted[next++] ?? object)))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw internalError(
      `conversion webhook for ${asked[0]?.apiVersion ?? ''}, Kind=${asked[0]?.kind ?? ''} failed: ${why}`,
    )
  } finally {
    cancel()
  }
}
