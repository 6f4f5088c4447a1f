import type * as core from 'kt126/core/v1'
import { asDraft } from '../../api/kinds/meta/draft'
import { ApiError } from '../../machinery/api-error'
import type { Clock } from '../../machinery/clock'
import { ConfigError, expectKind, readShape, type ConfigShape, TYPE_FIELDS } from '../../machinery/config-shape'
import type { PluginConfiguration } from '../configuration'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'

const VERSIONS = ['eventratelimit.admission.orch.io/v1alpha1']
const LIMIT = { type: 'string', qps: 'integer', burst: 'integer', cacheSize: 'integer' } as const
const SHAPE: ConfigShape = { fields: { ...TYPE_FIELDS, limits: { list: { fields: LIMIT } } } }
const DEFAULT_CACHE_SIZE = 4096

interface Limit {
  readonly type: string
  readonly qps: number
  readonly burst: number
  readonly cacheSize: number
}

/** Bucket key of a request, by limit type. */
const KEYS: Readonly<Record<string, (request: AdmissionRequest) => string>> = {
  Server: () => '',
  Namespace: ({ namespace }) => namespace,
  User: ({ user }) => user.name,
  SourceAndObject({ object }) {
    const { source, involvedObject } = asDraft<core.Event>(object)
    return JSON.stringify([
      source?.component ?? '',
      source?.host ?? '',
      ...(['kind', 'namespace', 'name', 'uid', 'apiVersion'] as const).map((field) => involvedObject?.[field] ?? ''),
    ])
  },
}

function readLimits({ value, where }: PluginConfiguration): Limit[] {
  expectKind(value, 'Configuration', VERSIONS, where)
  const { limits = [] } = readShape<{ limits?: Partial<Limit>[] }>(value, SHAPE, where)
  if (limits.length === 0) throw new ConfigError(`${where}: limits must not be empty`)
  return limits.map((limit, i) => {
    const { type = '', qps = 0, burst = 0, cacheSize = 0 } = limit
    const fail = (field: string, why: string) => new ConfigError(`${where}: limits[${i}].${field} ${why}`)
    if (!Object.hasOwn(KEYS, type)) throw fail('type', `must be one of ${Object.keys(KEYS).join(', ')}, not "${type}"`)
    if (qps <= 0) throw fail('qps', 'must be positive')
    if (burst <= 0) throw fail('burst', 'must be positive')
    if (burst < qps) throw fail('burst', 'must not be less than qps')
    if (cacheSize < 0) throw fail('cacheSize', 'must not be negative')
    return { type, qps, burst, cacheSize: cacheSize || DEFAULT_CACHE_SIZE }
  })
}

/**
 * Token buckets that refill by the clock. When there are too many, the least recently used are dropped; they count as full when used
 * again.
 */
class Buckets {
  private readonly buckets = new Map<string, { tokens: number; at: number }>()

  constructor(
    private readonly limit: Limit,
    private readonly clock: Clock,
  ) {}

  /** Takes a token; returns false if the bucket is empty. */
  take(key: string): boolean {
    const { qps, burst, cacheSize } = this.limit
    const now = this.clock.now()
    const known = this.buckets.get(key)
    const filled = known ? Math.min(burst, known.tokens + (Math.max(0, now - known.at) / 1000) * qps) : burst
    const allowed = filled >= 1
    this.buckets.delete(key)
    this.buckets.set(key, { tokens: allowed ? filled - 1 : filled, at: now })
    const oldest = this.buckets.keys().next()
    if (this.buckets.size > cacheSize && !oldest.done) this.buckets.delete(oldest.value)
    return allowed
  }
}

// The newer events group was never rate-limited by such servers.
const isEvent = ({ resource, subresource }: AdmissionRequest): boolean =>
  resource.resource === 'events' && resource.group === '' && subresource === ''

/** Limits the rate of events (admission document, EventRateLimit). */
export function eventRateLimit({ clock }: AdmissionEnvironment, configuration?: PluginConfiguration): AdmissionPlugin {
  if (!configuration) throw new ConfigError('EventRateLimit needs a configuration with limits')
  const limits = readLimits(configuration).map((limit) => ({
    type: limit.type,
    keyOf: KEYS[limit.type] ?? (() => ''),
    buckets: new Buckets(limit, clock),
  }))
  return {
    name: 'EventRateLimit',
    operations: ['CREATE', 'UPDATE'],
    validate(request) {
      if (!isEvent(request) || request.dryRun) return
      // Every limit counts every request, even one that another limit refuses.
      const reached = limits.filter(({ keyOf, buckets }) => !buckets.take(keyOf(request))).at(-1)
      if (reached)
        throw new ApiError(
          429,
          'TooManyRequests',
          `Too many requests: limit reached on type ${reached.type} for key ${reached.keyOf(request)}`,
        )
    },
  }
}
