import type { ApiObject } from '../../machinery/object'
import {
  fieldsOf,
  itemsOf,
  joined,
  labelsText,
  listOf,
  numberOf,
  orNone,
  specOf,
  statusOf,
  textOf,
  writeHead,
} from './common'
import type { Describe, DescribeWorld } from './world'
import { Writer } from './writer'

const SLICES = 'EndpointSlice@discovery.orch.io/v1'
const SERVICE_LABEL = 'orch.io/service-name'
/** The endpoint slices of a service. */
export const slicesOf = (world: DescribeWorld, namespace: string, service: string): Promise<ApiObject[]> =>
  world.listOrFail(SLICES, namespace, { labelSelector: `${SERVICE_LABEL}=${service}` })

/** The addresses for a port: the first three, and the number of others. */
export function addressesText(slices: readonly ApiObject[], port: string | undefined): string {
  const found: string[] = []
  for (const slice of slices) {
    const ports = itemsOf(slice.ports)
    const used = ports.length === 0 ? [{}] : ports.filter((one) => port === undefined || textOf(one.name) === port)
    for (const one of used)
      for (const { addresses, conditions } of itemsOf(slice.endpoints))
        if (fieldsOf(conditions).ready !== false)
          for (const address of listOf(addresses).map(textOf)) {
            const shown = address.includes(':') ? `[${address}]` : address
            found.push(one.port === undefined ? shown : `${shown}:${textOf(one.port)}`)
          }
  }
  if (found.length === 0) return '<none>'
  return found.slice(0, 3).join(',') + (found.length > 3 ? ` + ${found.length - 3} more...` : '')
}

/** Service, with its ports and the endpoints of each. */
export const describeService: Describe = async (object, world) => {
  const writer = new Writer()
  const spec = specOf(object)
  const { name = '', namespace = '' } = object.metadata
  writeHead(writer, object, true)
  writer.field(0, 'Selector', labelsText(spec.selector))
  writer.field(0, 'Type', textOf(spec.type))
  if (spec.ipFamilyPolicy !== undefined) writer.field(0, 'IP Family Policy', textOf(spec.ipFamilyPolicy))
  writer.field(0, 'IP Families', listOf(spec.ipFamilies).length > 0 ? joined(spec.ipFamilies, ',') : '<none>')
  writer.field(0, 'IP', textOf(spec.clusterIP))
  writer.field(0, 'IPs', listOf(spec.clusterIPs).length > 0 ? joined(spec.clusterIPs, ',') : '<none>')
  if (listOf(spec.externalIPs).length > 0) writer.field(0, 'External IPs', joined(spec.externalIPs, ','))
  writer.optional(0, 'Desired LoadBalancer IP', spec.loadBalancerIP)
  writer.optional(0, 'External Name', spec.externalName)
  const ingress = itemsOf(fieldsOf(statusOf(object).loadBalancer).ingress)
  if (ingress.length > 0)
    writer.field(
      0,
      'LoadBalancer Ingress',
      ingress
        .map((one) => `${textOf(one.ip) || textOf(one.hostname)}${one.ipMode ? ` (${textOf(one.ipMode)})` : ''}`)
        .join(', '),
    )
  const slices = await slicesOf(world, namespace, name).catch(() => [])
  for (const port of itemsOf(spec.ports)) {
    writer.line(0, `Port:\t${orNone(port.name, '<unset>')}\t${numberOf(port.port)}/${textOf(port.protocol)}`)
    writer.line(0, `TargetPort:\t${textOf(port.targetPort)}/${textOf(port.protocol)}`)
    if (numberOf(port.nodePort) > 0)
      writer.line(0, `NodePort:\t${orNone(port.name, '<unset>')}\t${numberOf(port.nodePort)}/${textOf(port.protocol)}`)
    writer.field(0, 'Endpoints', addressesText(slices, textOf(port.name)))
  }
  writer.field(0, 'Session Affinity', textOf(spec.sessionAffinity))
  writer.optional(0, 'External Traffic Policy', spec.externalTrafficPolicy)
  writer.optional(0, 'Internal Traffic Policy', spec.internalTrafficPolicy)
  if (spec.trafficDistribution) writer.field(0, 'Traffic Distribution', textOf(spec.trafficDistribution))
  if (numberOf(spec.healthCheckNodePort) > 0)
    writer.field(0, 'HealthCheck NodePort', numberOf(spec.healthCheckNodePort))
  if (listOf(spec.loadBalancerSourceRanges).length > 0)
    writer.field(0, 'LoadBalancer Source Ranges', joined(spec.loadBalancerSourceRanges, ','))
  await world.events(writer, object)
  return writer.text()
}

/** Endpoints, by subset. */
export const describeEndpoints: Describe = async (object, world) => {
  const writer = new Writer()
  writeHead(writer, object, true)
  writer.line(0, 'Subsets:')
  const addresses = (value: unknown): string =>
    itemsOf(value)
      .map(({ ip }) => textOf(ip))
      .join(',') || '<none>'
  for (const subset of itemsOf(object.subsets)) {
    writer.field(1, 'Addresses', addresses(subset.addresses))
    writer.field(1, 'NotReadyAddresses', addresses(subset.notReadyAddresses))
    const ports = itemsOf(subset.ports)
    if (ports.length > 0) {
      writer.line(1, 'Ports:')
      writer.line(2, 'Name\tPort\tProtocol')
      writer.line(2, '----\t----\t--------')
      for (const port of ports)
        writer.line(2, `${orNone(port.name, '<unset>')}\t${numberOf(port.port)}\t${textOf(port.protocol)}`)
    }
    writer.blank()
  }
  await world.events(writer, object)
  return writer.text()
}

/** EndpointSlice, with the conditions of each endpoint. */
export const describeEndpointSlice: Describe = async (object, world) => {
  const writer = new Writer()
  writeHead(writer, object, true)
  writer.field(0, 'AddressType', textOf(object.addressType))
  const ports = itemsOf(object.ports)
  if (ports.length === 0) writer.field(0, 'Ports', '<unset>')
  else {
    writer.line(0, 'Ports:')
    writer.line(1, 'Name\tPort\tProtocol')
    writer.line(1, '----\t----\t--------')
    for (const port of ports)
      writer.line(1, `${orNone(port.name, '<unset>')}\t${orNone(port.port, '<unset>')}\t${textOf(port.protocol)}`)
  }
  const endpoints = itemsOf(object.endpoints)
  writer.line(0, endpoints.length === 0 ? 'Endpoints: <none>' : 'Endpoints:')
  for (const endpoint of endpoints) {
    writer.field(1, '- Addresses', joined(endpoint.addresses, ',') || '<none>')
    writer.line(2, 'Conditions:')
    const { ready } = fieldsOf(endpoint.conditions)
    writer.field(3, 'Ready', ready === undefined ? '<unset>' : textOf(ready))
    writer.field(2, 'Hostname', orNone(endpoint.hostname, '<unset>'))
    const target = fieldsOf(endpoint.targetRef)
    if (target.kind) writer.field(2, 'TargetRef', `${textOf(target.kind)}/${textOf(target.name)}`)
    if (textOf(object.apiVersion).endsWith('/v1beta1')) {
      const topology = Object.entries(fieldsOf(endpoint.topology)).map(([key, value]) => `${key}=${textOf(value)}`)
      writer.field(2, 'Topology', orNone(topology.sort().join('\n                    '), '<none>'))
      continue
    }
    writer.field(2, 'NodeName', orNone(endpoint.nodeName, '<unset>'))
    writer.field(2, 'Zone', orNone(endpoint.zone, '<unset>'))
  }
  await world.events(writer, object)
  return writer.text()
}
