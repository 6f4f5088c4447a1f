import { podOf } from '../../api/kinds/shared/pod-types'
import { parseClientConfig, type ClientConnection, resolveConnection } from '../../machinery/client-config'
import type { Clock } from '../../machinery/clock'
import { isObject, type JsonObject } from '../../machinery/json'
import { TtlCache } from '../../machinery/ttl-cache'
import { callWebhook, statusIn } from '../../machinery/webhook-client'
import { WEBHOOK_POLICIES } from '../../machinery/webhook-policies'
import { targetOfConnection, type WebhookTarget } from '../../machinery/webhook-target'
import type { PluginConfiguration } from '../configuration'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import type { Outside } from '../../machinery/egress'
import { messageOf } from '../../machinery/message-of'
import { ConfigError, readShape, type ConfigShape } from '../../machinery/config-shape'
import { visitedContainers, keepsImages } from '../shared/pods'
import { isAbout, PODS, refused } from '../shared/request'

const API_VERSION = 'imagepolicy.orch.io/v1alpha1'
const ANNOTATION_DOMAIN = '.image-policy.orch.io/'
const AUDIT_PREFIX = 'imagepolicywebhook.image-policy.orch.io/'
const CACHE_ENTRIES = 1024

const SHAPE: ConfigShape = {
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
  readonly target: WebhookTarget
  readonly allowMs: number
  readonly denyMs: number
  readonly backoffMs: number
  readonly defaultAllow: boolean
}

/** For each field: milliseconds of its unit, then minimum, maximum and default in milliseconds. Zero means the default, -1 no caching. */
const DURATIONS = {
  allowTTL: [1000, 1000, 1_800_000, 300_000],
  denyTTL: [1000, 1000, 1_800_000, 30_000],
  retryBackoff: [1, 1, 300_000, WEBHOOK_POLICIES.imagePolicy.backoffMs],
} as const

async function readPolicy(configuration: PluginConfiguration): Promise<Policy> {
  const { value, where } = configuration
  const { imagePolicy: given } = readShape<{ imagePolicy?: Given }>(value, SHAPE, where)
  const fail = (why: string) => new ConfigError(`${where}: imagePolicy${why}`)
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
    target: targetOfConnection(connection),
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
    throw new ConfigError(`${where}: imagePolicy.kubeConfigFile: ${messageOf(error)}`)
  }
}

interface ReviewStatus {
  readonly allowed: boolean
  readonly reason: string
  readonly auditAnnotations: Readonly<Record<string, string>>
}

/** Asks the backend. Rejects if there is no answer. */
async function review(
  spec: unknown,
  { target, backoffMs }: Policy,
  world: { readonly outside: Outside; readonly clock: Clock },
  signal: AbortSignal,
): Promise<ReviewStatus> {
  const body = {
    kind: 'ImageReview',
    apiVersion: API_VERSION,
    metadata: { creationTimestamp: null },
    spec,
    status: { allowed: false },
  }
  return statusOf(
    await callWebhook(world, { target, body, policy: { ...WEBHOOK_POLICIES.imagePolicy, backoffMs }, signal }),
  )
}

function statusOf(body: unknown): ReviewStatus {
  const status = statusIn(body, API_VERSION, 'ImageReview')
  const annotations = isObject(status.auditAnnotations) ? Object.entries(status.auditAnnotations) : []
  return {
    allowed: status.allowed === true,
    reason: typeof status.reason === 'string' ? status.reason : '',
    auditAnnotations: Object.fromEntries(
      annotations.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
    ),
  }
}

/** The review's spec: images, namespace, and annotations meant for the backend. */
function specOf({ object, namespace }: AdmissionRequest): JsonObject {
  const containers = visitedContainers(podOf(object).spec ?? {}).map(({ container }) => ({
    image: container.image ?? '',
  }))
  const annotations = Object.entries(object?.metadata.annotations ?? {}).filter(([key]) =>
    key.includes(ANNOTATION_DOMAIN),
  )
  return {
    containers,
    ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
    namespace,
  }
}

/** Lets a backend decide which images may run (admission document, ImagePolicyWebhook). */
export async function imagePolicyWebhook(
  { outside, clock }: AdmissionEnvironment,
  configuration?: PluginConfiguration,
): Promise<AdmissionPlugin> {
  if (!configuration) throw new ConfigError('ImagePolicyWebhook needs a configuration with imagePolicy')
  const policy = await readPolicy(configuration)
  const cache = new TtlCache<ReviewStatus>(clock, CACHE_ENTRIES)
  const answerFor = async (request: AdmissionRequest): Promise<ReviewStatus> => {
    const spec = specOf(request)
    const key = JSON.stringify(spec)
    const known = cache.get(key)
    if (known) return known
    const status = await review(spec, policy, { outside, clock }, request.signal)
    cache.set(key, status, status.allowed ? policy.allowMs : policy.denyMs)
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
          throw refused(request, `the image policy backend gives no answer: ${messageOf(error)}`)
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
