import { builtInPriority, CUSTOM_PRIORITY, type ServicePriority } from '../api/service-priorities'
import type { Client } from '../client/client'
import { isStatus } from '../client/status-error'
import { type Clock, timestamp } from '../machinery/clock'
import { equal } from '../machinery/json'
import type { ApiObject, GroupVersion } from '../machinery/object'
import type { ObjectReader } from '../machinery/reader'
import type { Target } from '../client/targets'
import { type Availability, AVAILABILITY_SOURCES, availabilityOf } from './api-service-availability'
import { runController } from './controller'

/** Where APIServices are served. */
export const API_SERVICES: Target = { group: 'apiregistration.orch.io', version: 'v1', resource: 'apiservices' }

/** Marks objects that the server created: `onstart` for its own versions, `true` for those of custom types. */
export const AUTOMANAGED = 'kube-aggregator.orch.io/automanaged'

/** A served group and version. */
export interface ServedVersion extends GroupVersion {
  readonly custom?: boolean
}

interface Deps {
  /** Acts as the API server itself. */
  readonly client: Client
  readonly clock: Clock
  readonly reader: ObjectReader
  readonly signal: AbortSignal
  readonly log: (message: string) => void
  readonly release: number
  /** The currently served versions; they may repeat. */
  readonly served: () => readonly ServedVersion[]
  readonly onServed: (listener: () => void) => () => void
  /** Called once, when every version served at the start has its object. */
  readonly started: () => void
}

interface Wanted {
  readonly spec: GroupVersion & ServicePriority
  readonly mode: 'onstart' | 'true'
}

/**
 * Keeps an APIService for each served group and version, and the condition Available of every APIService. Those of the server's own
 * versions are corrected at the start and left alone after it; those of custom types come and go with the types; objects that others
 * created are left alone (public documentation of the aggregation layer). Resolves when `signal` aborts.
 */
export function runApiServices(deps: Deps): Promise<void> {
  const { client, clock, reader, signal, log, served, release } = deps
  const left = new Set(wantedOf(served(), release).keys())
  const settledOnce = new Set<string>()
  return runController({
    name: 'api-services',
    client,
    clock,
    signal,
    log,
    workers: 8,
    watches: [{ target: API_SERVICES, keys: ({ metadata }) => [metadata.name ?? ''] }],
    triggers(add, [services]) {
      const all = (): void => {
        for (const name of wantedOf(served(), release).keys()) add(name)
        for (const { metadata } of services?.list() ?? []) add(metadata.name ?? '')
      }
      all()
      const ends = [deps.onServed(all), ...AVAILABILITY_SOURCES.map((of) => reader.subscribe(of, all))]
      return () => ends.forEach((end) => end())
    },
    async reconcile(name, [services]) {
      try {
        const wanted = wantedOf(served(), release).get(name)
        const first = !settledOnce.has(name)
        const object = await register(client, name, wanted, services?.get(undefined, name), first)
        settledOnce.add(name)
        if (object) await settle(client, object, availabilityOf(object, reader), timestamp(clock.now()))
      } finally {
        if (left.delete(name) && left.size === 0) deps.started()
      }
    },
  })
}

function wantedOf(served: readonly ServedVersion[], release: number): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>()
  for (const { group, version, custom } of served) {
    const priority = custom ? CUSTOM_PRIORITY : builtInPriority({ group, version }, release)
    const name = `${version}.${group}`
    if (priority && !wanted.has(name))
      wanted.set(name, { spec: { group, version, ...priority }, mode: custom ? 'true' : 'onstart' })
  }
  return wanted
}

/** Creates, corrects or deletes the object and returns its new state. `first`: at the server's start. */
async function register(
  client: Client,
  name: string,
  wanted: Wanted | undefined,
  found: ApiObject | undefined,
  first: boolean,
): Promise<ApiObject | undefined> {
  const mode = found?.metadata.labels?.[AUTOMANAGED]
  const isOpen = first || (wanted?.mode ?? mode) === 'true'
  if (!isOpen || (found && mode === undefined)) return found
  if (!found) return wanted && create(client, name, wanted)
  if (!wanted) {
    await client.delete(API_SERVICES, name).catch((error: unknown) => {
      if (!isStatus(error, 'NotFound')) throw error
    })
    return undefined
  }
  const spec = found['spec'] as Wanted['spec']
  const { group = '', version, groupPriorityMinimum, versionPriority } = spec
  if (mode === wanted.mode && equal({ group, version, groupPriorityMinimum, versionPriority }, wanted.spec))
    return found
  const labels = { ...found.metadata.labels, [AUTOMANAGED]: wanted.mode }
  const metadata = { ...found.metadata, labels }
  return client.update(API_SERVICES, { ...typed(found), metadata, spec: { ...spec, ...wanted.spec } })
}

async function create(client: Client, name: string, { spec, mode }: Wanted): Promise<ApiObject | undefined> {
  try {
    return await client.create(API_SERVICES, { metadata: { name, labels: { [AUTOMANAGED]: mode } }, spec })
  } catch (error) {
    // Another writer was faster; the watch will deliver its object.
    if (!isStatus(error, 'AlreadyExists')) throw error
    return undefined
  }
}

const typed = (object: ApiObject): ApiObject => ({
  ...object,
  apiVersion: `${API_SERVICES.group}/${API_SERVICES.version}`,
  kind: 'APIService',
})

interface Condition extends Availability {
  readonly type: string
  readonly lastTransitionTime?: string
}

/** Writes the condition Available unless it is up to date. */
async function settle(client: Client, object: ApiObject, now: Availability, time: string): Promise<void> {
  const { conditions = [] } = (object['status'] ?? {}) as { conditions?: Condition[] }
  const old = conditions.find(({ type }) => type === 'Available')
  if (old && old.status === now.status && old.reason === now.reason && old.message === now.message) return
  const lastTransitionTime = old?.status === now.status ? (old.lastTransitionTime ?? time) : time
  const condition = { type: 'Available', ...now, lastTransitionTime }
  const others = conditions.filter(({ type }) => type !== 'Available')
  const status = { ...(object['status'] as object | undefined), conditions: [...others, condition] }
  await client.update(API_SERVICES, { ...typed(object), status }, { subresource: 'status' })
}
