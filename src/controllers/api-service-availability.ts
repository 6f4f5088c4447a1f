/** Whether an API service is available, and why not (public documentation of the aggregation layer). */
import type { ApiObject } from '../machinery/object'
import type { GroupResource, ObjectReader } from '../machinery/reader'

const SERVICES: GroupResource = { group: '', resource: 'services' }
const ENDPOINTS: GroupResource = { group: '', resource: 'endpoints' }

/** What the availability of an API service is read from. */
export const AVAILABILITY_SOURCES: readonly GroupResource[] = [SERVICES, ENDPOINTS]

/** The content of the condition Available. */
export interface Availability {
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

interface Spec {
  group?: string
  version?: string
  service?: { name?: string; namespace?: string; port?: number }
}
interface Port {
  name?: string
  port?: number
}

const LOCAL: Availability = {
  status: 'True',
  reason: 'Local',
  message: 'Local APIServices are always available',
}
const unavailable = (reason: string, message: string): Availability => ({ status: 'False', reason, message })

/** Contacts no other server: this one proxies nothing, so even a service that is otherwise all right fails the last check. */
export function availabilityOf(object: ApiObject, reader: ObjectReader): Availability {
  const { group = '', version = '', service } = (object['spec'] ?? {}) as Spec
  if (!service) return LOCAL
  const { name = '', namespace = '', port = 443 } = service
  const said = `service/${name} in "${namespace}"`
  const found = reader.get(SERVICES, namespace, name)
  if (!found) return unavailable('ServiceNotFound', `${said} is not present`)
  const { type, ports = [] } = (found['spec'] ?? {}) as { type?: string; ports?: Port[] }
  if (type === 'ClusterIP') {
    const listening = ports.find((candidate) => candidate.port === port)
    if (!listening) return unavailable('ServicePortError', `${said} is not listening on port ${port}`)
    const endpoints = reader.get(ENDPOINTS, namespace, name)
    if (!endpoints) return unavailable('EndpointsNotFound', `cannot find endpoints for ${said}`)
    const portName = listening.name ?? ''
    if (!hasAddresses(endpoints, portName))
      return unavailable('MissingEndpoints', `endpoints for ${said} have no addresses with port name "${portName}"`)
  }
  const url = `https://${name}.${namespace}.svc:${port}/apis/${group}/${version}`
  return unavailable(
    'FailedDiscoveryCheck',
    `failing or missing response from ${url}: this server does not forward requests to other API servers`,
  )
}

function hasAddresses(endpoints: ApiObject, portName: string): boolean {
  const { subsets = [] } = endpoints as unknown as { subsets?: { addresses?: unknown[]; ports?: Port[] }[] }
  return subsets.some(
    ({ addresses = [], ports = [] }) => addresses.length > 0 && ports.some(({ name = '' }) => name === portName),
  )
}
