import { parseClientConfig, type ClientConnection, resolveConnection } from '../../machinery/client-config'
import { type Clock, sleep } from '../../machinery/clock'
import { isObject, type JsonObject } from '../../machinery/json'
import type { PluginConfiguration } from '../configuration'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest, Outside } from '../plugin'
import { AdmissionConfigError, readShape, type Shape } from '../shared/config-shape'
import { containersOf, keepsImages, podOf } from '../shared/pods'
import { isAbout, PODS, refused } from '../shared/request'

const API_VERSION = 'imagepolicy.orch.io/v1alpha1'
const ANNOTATION_DOMAIN = '.image-policy.orch.io/'
const AUDIT_PREFIX = 'imagepolicywebhook.image-policy.orch.io/'
const CACHE_ENTRIES = 1024
const ATTEMPTS = 5
const WAIT_FACTOR = 1.5
const TIME_LIMIT_MS = 30_000
const RETRIED = new Set([429, 500, 502, 503, 504])

const SHAPE: Shape = {
  fields: {
    imagePolicy: {
      fields: {
        kubeConfigFile: 'string',
        allowTTL: 'integer',
        denyTTL: 'integer',
        retryBackoff: 'integer',
        defaultAllow: 'boolean',
      },
    },
  },
}
interface Given {
  readonly kubeConfigFile?: string
  readonly allowTTL?: number
  readonly denyTTL?: number
  readonly retryBackoff?: number
  readonly defaultAllow?: boolean
}

interface Policy {
  readonly connection: ClientConnection
  readonly allowMs: number
  readonly denyMs: number
  readonly backoffMs: number
  readonly defaultAllow: boolean
}

/** Field, milliseconds of its unit, and least, most and default milliseconds. Zero means the default, -1 none at all. */
const DURATIONS = {
  allowTTL: [1000, 1000, 1_800_000, 300_000],
  denyTTL: [1000, 1000, 1_800_000, 30_000],
  retryBackoff: [1, 1, 300_000, 500],
} as const

async function readPolicy(configuration: PluginConfiguration): Promise<Policy> {
  const { value, where } = configuration
  const { imagePolicy: given } = readShape<{ imagePolicy?: Given }>(value, SHAPE, where)
  const fail = (why: string) => new AdmissionConfigError(`${where}: imagePolicy${why}`)
  if (!given) throw fail(' is missing')
  const duration = (field: keyof typeof DURATIONS): number => {
    const [unit, least, most, fallback] = DURATIONS[field]
    const number = given[field] ?? 0
    if (number === -1) return 0
    if (number === 0) return fallback
    const ms = number * unit
    if (ms < least || ms > most)
      throw fail(`.${field} must be between ${least / unit} and ${most / unit}, not ${number}`)
    return ms
  }
  if (!given.kubeConfigFile) throw fail('.kubeConfigFile is missing')
  const connection = await connectionOf(given.kubeConfigFile, (name) => configuration.read(name), where)
  if (!connection.server.startsWith('https:')) throw fail(`: the backend must use TLS, not ${connection.server}`)
  return {
    connection,
    allowMs: duration('allowTTL'),
    denyMs: duration('denyTTL'),
    backoffMs: duration('retryBackoff'),
    defaultAllow: given.defaultAllow ?? false,
  }
}

async function connectionOf(
  file: string,
  read: (name: string) => Promise<string>,
  where: string,
): Promise<ClientConnection> {
  try {
    return await resolveConnection(parseClientConfig(await read(file)), read)
  } catch (error) {
    throw new AdmissionConfigError(
      `${where}: imagePolicy.kubeConfigFile: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

interface ReviewStatus {
  readonly allowed: boolean
  readonly reason: string
  readonly auditAnnotations: Readonly<Record<string, string>>
}

class Temporary extends Error {}

/** Asks the backend, again while it is out of reach or overloaded. Rejects without an answer. */
async function review(
  spec: unknown,
  policy: Policy,
  outside: Outside,
  clock: Clock,
  signal: AbortSignal,
): Promise<ReviewStatus> {
  for (let attempt = 1, wait = policy.backoffMs; ; attempt++, wait *= WAIT_FACTOR) {
    try {
      return await reviewOnce(spec, policy, outside, clock, signal)
    } catch (error) {
      if (!(error instanceof Temporary) || attempt >= ATTEMPTS) throw error
      await sleep(clock, wait, signal)
    }
  }
}

async function reviewOnce(
  spec: unknown,
  { connection }: Policy,
  outside: Outside,
  clock: Clock,
  signal: AbortSignal,
): Promise<ReviewStatus> {
  const { server, ca, serverName, clientCertificate, clientKey, authorization } = connection
  const limit = new AbortController()
  const cancel = clock.setTimer(TIME_LIMIT_MS, () =>
    limit.abort(new Error(`no answer within ${TIME_LIMIT_MS / 1000} seconds`)),
  )
  const ended = AbortSignal.any([limit.signal, signal])
  const request = new Request(server, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(authorization && { authorization }),
    },
    body: JSON.stringify({
      kind: 'ImageReview',
      apiVersion: API_VERSION,
      metadata: { creationTimestamp: null },
      spec,
      status: { allowed: false },
    }),
    signal: ended,
  })
  try {
    const response = await outside
      .fetch(request, {
        ...(ca !== undefined && { ca }),
        ...(serverName !== undefined && { serverName }),
        ...(clientCertificate !== undefined && { clientCertificate }),
        ...(clientKey !== undefined && { clientKey }),
      })
      .catch((error: unknown) => {
        if (ended.aborted) throw error
        throw new Temporary(error instanceof Error ? error.message : String(error))
      })
    if (RETRIED.has(response.status)) throw new Temporary(`the backend answered ${response.status}`)
    if (!response.ok) throw new Error(`the backend answered ${response.status}`)
    return statusOf(await response.json())
  } finally {
    cancel()
  }
}

function statusOf(body: unknown): ReviewStatus {
  if (!isObject(body)) throw new Error('the answer of the backend is no object')
  if (body.kind !== 'ImageReview' || body.apiVersion !== API_VERSION)
    throw new Error(`the backend must answer with an ImageReview of ${API_VERSION}`)
  const status: JsonObject = isObject(body.status) ? body.status : {}
  const annotations = isObject(status.auditAnnotations) ? Object.entries(status.auditAnnotations) : []
  return {
    allowed: status.allowed === true,
    reason: typeof status.reason === 'string' ? status.reason : '',
    auditAnnotations: Object.fromEntries(
      annotations.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
    ),
  }
}

/** What the backend is asked: images, where they are to run, and what the user has to say about them. */
function specOf({ object, namespace }: AdmissionRequest): JsonObject {
  const containers = containersOf(podOf(object).spec ?? {}).map(({ container }) => ({ image: container.image ?? '' }))
  const annotations = Object.entries(object?.metadata.annotations ?? {}).filter(([key]) =>
    key.includes(ANNOTATION_DOMAIN),
  )
  return {
    containers,
    ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
    namespace,
  }
}

/** A backend decides which images may run (admission document, ImagePolicyWebhook). */
export async function imagePolicyWebhook(
  { outside, clock }: AdmissionEnvironment,
  configuration?: PluginConfiguration,
): Promise<AdmissionPlugin> {
  if (!configuration) throw new AdmissionConfigError('ImagePolicyWebhook needs a configuration with imagePolicy')
  const policy = await readPolicy(configuration)
  const cache = new Map<string, { readonly status: ReviewStatus; readonly until: number }>()
  const remember = (key: string, status: ReviewStatus): void => {
    cache.delete(key)
    const ms = status.allowed ? policy.allowMs : policy.denyMs
    if (ms > 0) cache.set(key, { status, until: clock.now() + ms })
    const oldest = cache.keys().next()
    if (cache.size > CACHE_ENTRIES && !oldest.done) cache.delete(oldest.value)
  }
  const answerFor = async (request: AdmissionRequest): Promise<ReviewStatus> => {
    const spec = specOf(request)
    const key = JSON.stringify(spec)
    const known = cache.get(key)
    if (known && known.until > clock.now()) return known.status
    const status = await review(spec, policy, outside, clock, request.signal)
    remember(key, status)
    return status
  }
  return {
    name: 'ImagePolicyWebhook',
    operations: ['CREATE', 'UPDATE'],
    async validate(request) {
      if (!isAbout(request, PODS) && !isAbout(request, PODS, 'ephemeralcontainers')) return
      if (keepsImages(request)) return
      let status: ReviewStatus
      try {
        status = await answerFor(request)
      } catch (error) {
        if (request.signal.aborted) throw error
        if (!policy.defaultAllow)
          throw refused(
            request,
            `the image policy backend gives no answer: ${error instanceof Error ? error.message : String(error)}`,
          )
        request.annotate(`${AUDIT_PREFIX}failed-open`, 'true')
        return
      }
      for (const [key, value] of Object.entries(status.auditAnnotations)) request.annotate(AUDIT_PREFIX + key, value)
      if (!status.allowed)
        throw refused(
          request,
          status.reason
            ? `image policy webhook backend denied one or more images: ${status.reason}`
            : 'one or more images rejected by webhook backend',
        )
    },
  }
}
