import { NAMESPACES } from '../../client/core-targets'
import type { Client } from '../../client/client'
import { cidrAddress, formatIp, parseCidr } from '../../machinery/ip'
import { messageOf } from '../../machinery/message-of'
import { isStatus } from '../../client/status-error'
import type { Target } from '../../client/targets'

const PRIORITY_CLASSES: Target = { group: 'scheduling.orch.io', version: 'v1', resource: 'priorityclasses' }

/** An object that every cluster starts with. */
export interface StartObject {
  readonly target: Target
  readonly object: { metadata: { name: string; [field: string]: unknown }; [field: string]: unknown }
  /** Depends on flags: an existing object is updated. */
  readonly renewed?: boolean
  /** Its field manager; the server itself if absent. */
  readonly manager?: string
}

const namespace = (name: string): StartObject => ({ target: NAMESPACES, object: { metadata: { name } } })
const priority = (name: string, value: number, description: string): StartObject => ({
  target: PRIORITY_CLASSES,
  object: { metadata: { name }, value, description },
})

/** The objects that every cluster starts with; created through the API, and left alone if they exist. */
export const START_OBJECTS: readonly StartObject[] = [
  namespace('default'),
  namespace('orch-system'),
  namespace('orch-public'),
  namespace('orch-node-lease'),
  priority(
    'system-cluster-critical',
    2_000_000_000,
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ),
  priority(
    'system-node-critical',
    2_000_001_000,
    'Used for system critical pods that must not be moved from their current node.',
  ),
]

/** Keeps controllers from writing a slice for the endpoints: the server writes it itself. */
const SKIP_MIRROR = { 'endpointslice.orch.io/skip-mirror': 'true' }

/**
 * The service through which pods find the API server: the first address of the service range, and the address that the server listens on,
 * also as an endpoint slice of `sliceVersion` if that is given.
 */
export function apiServerObjects(
  clusterRange: string,
  advertised: string,
  port: number,
  sliceVersion?: string,
): StartObject[] {
  const range = parseCidr(clusterRange.split(',')[0]?.trim() ?? '')
  const first = range && cidrAddress(range, 1)
  if (!first) return []
  const metadata = { name: 'orch', labels: { component: 'apiserver', provider: 'orch' } }
  const at = (resource: string): Target => ({ group: '', version: 'v1', resource, namespace: 'default' })
  const ports = [{ name: 'https', port: 443, protocol: 'TCP', targetPort: port }]
  const listening = [{ name: 'https', port, protocol: 'TCP' }]
  // The service has one address, even if services have two by default.
  const [ipFamilyPolicy, sessionAffinity] = ['SingleStack', 'None']
  const slice = {
    target: {
      group: 'discovery.orch.io',
      version: sliceVersion ?? '',
      resource: 'endpointslices',
      namespace: 'default',
    },
    object: {
      metadata: { name: 'orch', labels: { 'orch.io/service-name': 'orch' } },
      addressType: advertised.includes(':') ? 'IPv6' : 'IPv4',
      endpoints: [{ addresses: [advertised], conditions: { ready: true } }],
      ports: listening,
    },
  }
  return [
    {
      target: at('services'),
      object: {
        metadata,
        spec: { type: 'ClusterIP', clusterIP: formatIp(first), ipFamilyPolicy, ports, sessionAffinity },
      },
    },
    {
      target: at('endpoints'),
      object: {
        metadata: { name: 'orch', ...(sliceVersion !== undefined && { labels: SKIP_MIRROR }) },
        subsets: [{ addresses: [{ ip: advertised }], ports: listening }],
      },
    },
    ...(sliceVersion === undefined ? [] : [slice]),
  ]
}

/** The server can't start with these flags. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
/** Reasons of refusals that may be temporary: a full disk, a webhook that does not answer yet. */
const PASSING = ['ServiceUnavailable', 'InternalError', 'Timeout', 'ServerTimeout', 'TooManyRequests']
const passes = (error: unknown): boolean => PASSING.some((reason) => isStatus(error, reason))

/** What the creation of start objects waits for, and where it reports. */
export interface StartStateOptions {
  readonly log?: (message: string) => void
  /** Awaited before each object. */
  readonly yieldToRequests?: () => Promise<void>
  /** Awaited before the next attempt at an object that failed `tries` times; rejects to give up. */
  readonly again?: (tries: number) => Promise<void>
}

/**
 * Creates what is missing. Refusals by the cluster's own flags (AlwaysDeny) are reported to `log`, and the server starts without those
 * objects. Temporary failures are retried; anything else is a `StartError`.
 */
export async function ensureStartState(
  client: Client,
  objects: readonly StartObject[],
  { log, yieldToRequests, again }: StartStateOptions = {},
): Promise<void> {
  let forbidden = false
  const make = async (wanted: StartObject): Promise<void> => {
    const { target, object } = wanted
    for (let tries = 1; ; tries++) {
      await yieldToRequests?.()
      try {
        return await ensure(client, wanted, log)
      } catch (error) {
        const why = `${target.resource} ${object.metadata.name}: ${messageOf(error)}`
        // An object in a namespace that was forbidden can't be created.
        const follows = forbidden && isStatus(error, 'NotFound')
        forbidden ||= isStatus(error, 'Forbidden')
        if (follows || isStatus(error, 'Forbidden')) return log?.(why)
        if (!again || !passes(error)) throw new StartError(`can't be made at the start: ${why}`)
        log?.(`${why}; it is tried again`)
        await again(tries)
      }
    }
  }
  // Concurrent creates share a few commits; only namespaced objects must wait for their namespaces.
  const [namespaces, others] = [true, false].map((first) =>
    objects.filter(({ target }) => (target === NAMESPACES) === first),
  )
  for (const wave of [namespaces, others]) await Promise.all((wave ?? []).map(make))
}

/** An existing object is enough, even if a user's webhook blocks creates and updates. */
async function ensure(
  client: Client,
  { target, object, renewed, manager }: StartObject,
  log: StartStateOptions['log'],
): Promise<void> {
  const { name } = object.metadata
  try {
    await client.create(target, object, manager === undefined ? {} : { query: { fieldManager: manager } })
  } catch (error) {
    const there = isStatus(error, 'AlreadyExists') || (passes(error) && (await isThere(client, target, name)))
    if (!there) throw error
    if (!renewed) return
    await client.patch(target, name, 'merge', object).catch((failure: unknown) => {
      if (!passes(failure)) throw failure
      log?.(`${target.resource} ${name} is not brought up to date: ${messageOf(failure)}`)
    })
  }
}

const isThere = (client: Client, target: Target, name: string): Promise<boolean> =>
  client.get(target, name).then(
    () => true,
    () => false, // the error of the create is more useful
  )
