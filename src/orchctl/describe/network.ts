import type { ApiObject } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import {
  type Fields,
  fieldsOf,
  itemsOf,
  joined,
  labelsText,
  listOf,
  numberOf,
  orNone,
  selectorText,
  specOf,
  statusOf,
  textOf,
  timeText,
  writeAnnotations,
  writeHead,
  writeLabels,
} from './common'
import type { Describe } from './kinds'
import type { DescribeWorld } from './world'
import { Writer } from './writer'

const SLICES = 'EndpointSlice@discovery.orch.io/v1'
const SERVICE_LABEL = 'orch.io/service-name'
const slicesOf = (world: DescribeWorld, namespace: string, service: string): Promise<ApiObject[]> =>
  world.listOrFail(SLICES, namespace, { labelSelector: `${SERVICE_LABEL}=${service}` })

/** The addresses behind a port: three of them, and how many more there are. */
function addressesText(slices: readonly ApiObject[], port: string | undefined): string {
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

/** A backend in the fields of either version. */
async function backendText(world: DescribeWorld, namespace: string, backend: Fields): Promise<string> {
  const resource = fieldsOf(backend.resource)
  if (backend.resource)
    return `APIGroup: ${textOf(resource.apiGroup)}, Kind: ${textOf(resource.kind)}, Name: ${textOf(resource.name)}`
  const service = fieldsOf(backend.service)
  const name = textOf(service.name) || textOf(backend.serviceName)
  if (!name) return ''
  const { name: portName, number } = fieldsOf(service.port)
  const port = portName ?? number ?? backend.servicePort
  const text = `${name}:${textOf(port)}`
  try {
    const slices = await slicesOf(world, namespace, name)
    const found = await world.get('services', namespace, name)
    const match = itemsOf(specOf(found).ports).find((one) => one.name === port || one.port === port)
    return `${text} (${addressesText(slices, textOf(match?.name))})`
  } catch (error) {
    return `${text} (<error: ${messageOf(error)}>)`
  }
}

export const describeIngress: Describe = async (object, world) => {
  const writer = new Writer()
  const spec = specOf(object)
  const { name, namespace = '', labels, annotations } = object.metadata
  writer.field(0, 'Name', name)
  writeLabels(writer, 0, 'Labels', labels)
  writer.field(0, 'Namespace', namespace)
  const addresses = itemsOf(fieldsOf(statusOf(object).loadBalancer).ingress).map(
    (one) => textOf(one.ip) || textOf(one.hostname),
  )
  writer.field(0, 'Address', addresses.join(','))
  writer.field(0, 'Ingress Class', orNone(spec.ingressClassName))
  const backend = spec.defaultBackend ?? spec.backend
  writer.field(0, 'Default backend', backend ? await backendText(world, namespace, fieldsOf(backend)) : '<default>')
  const tls = itemsOf(spec.tls)
  if (tls.length > 0) {
    writer.line(0, 'TLS:')
    for (const { secretName, hosts } of tls)
      writer.line(
        1,
        secretName ? `${textOf(secretName)} terminates ${joined(hosts, ',')}` : `SNI routes ${joined(hosts, ',')}`,
      )
  }
  writer.line(0, 'Rules:')
  writer.line(1, 'Host\tPath\tBackends')
  writer.line(1, '----\t----\t--------')
  let count = 0
  for (const rule of itemsOf(spec.rules)) {
    const paths = itemsOf(fieldsOf(rule.http).paths)
    if (!rule.http) continue
    count += 1
    writer.line(1, `${orNone(rule.host, '*')}\t`)
    for (const path of paths)
      writer.line(2, `\t${textOf(path.path)} \t${await backendText(world, namespace, fieldsOf(path.backend))}`)
  }
  if (count === 0)
    writer.line(1, `*\t*\t${backend ? await backendText(world, namespace, fieldsOf(backend)) : '<default>'}`)
  writeAnnotations(writer, 0, 'Annotations', annotations)
  await world.events(writer, object)
  return writer.text()
}

export const describeIngressClass: Describe = async (object, world) => {
  const writer = new Writer()
  const spec = specOf(object)
  writer.field(0, 'Name', object.metadata.name)
  writeLabels(writer, 0, 'Labels', object.metadata.labels)
  writeAnnotations(writer, 0, 'Annotations', object.metadata.annotations)
  writer.field(0, 'Controller', textOf(spec.controller))
  if (spec.parameters) {
    const { apiGroup, kind, name } = fieldsOf(spec.parameters)
    writer.line(0, 'Parameters:')
    if (apiGroup) writer.field(1, 'APIGroup', textOf(apiGroup))
    writer.field(1, 'Kind', textOf(kind))
    writer.field(1, 'Name', textOf(name))
  }
  await world.events(writer, object)
  return writer.text()
}

export const describeNetworkPolicy: Describe = (object) => {
  const writer = new Writer()
  const spec = specOf(object)
  writer.field(0, 'Name', object.metadata.name)
  writer.field(0, 'Namespace', object.metadata.namespace)
  writer.field(
    0,
    'Created on',
    timeText(object.metadata.creationTimestamp).replace(
      /^\w+, (\d+) (\w+) (\d+) (\S+) .*/,
      (_all, day: string, month: string, year: string, time: string) => isoDay(day, month, year, time),
    ),
  )
  writeLabels(writer, 0, 'Labels', object.metadata.labels)
  writeAnnotations(writer, 0, 'Annotations', object.metadata.annotations)
  writer.line(0, 'Spec:')
  writer.line(
    1,
    `PodSelector:     ${selectorText(spec.podSelector, '<none> (Allowing the specific traffic to all pods in this namespace)')}`,
  )
  const types = listOf(spec.policyTypes).map(textOf)
  if (types.length === 0 || types.includes('Ingress')) writeDirection(writer, 'ingress', spec.ingress, 'from', 'From')
  else writer.line(1, 'Not affecting ingress traffic')
  if (types.includes('Egress')) writeDirection(writer, 'egress', spec.egress, 'to', 'To')
  else writer.line(1, 'Not affecting egress traffic')
  writer.line(1, `Policy Types: ${types.join(', ')}`)
  return Promise.resolve(writer.text())
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const isoDay = (day: string, month: string, year: string, time: string): string =>
  `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day} ${time} +0000 UTC`

function writeDirection(writer: Writer, name: string, rules: unknown, field: string, title: string): void {
  writer.line(1, `Allowing ${name} traffic:`)
  const list = itemsOf(rules)
  if (list.length === 0) return writer.line(2, `<none> (Selected pods are isolated for ${name} connectivity)`)
  list.forEach((rule, i) => {
    const ports = itemsOf(rule.ports)
    if (ports.length === 0) writer.line(2, 'To Port: <any> (traffic allowed to all ports)')
    for (const { port, protocol, endPort } of ports)
      writer.line(
        2,
        endPort
          ? `To Port Range: ${textOf(port)}-${textOf(endPort)}/${orNone(protocol, 'TCP')}`
          : `To Port: ${port === undefined ? '<any>' : textOf(port)}/${orNone(protocol, 'TCP')}`,
      )
    const peers = itemsOf(rule[field])
    if (peers.length === 0)
      writer.line(2, `${title}: <any> (traffic not restricted by ${field === 'from' ? 'source' : 'destination'})`)
    for (const { podSelector, namespaceSelector, ipBlock } of peers) {
      writer.line(2, `${title}:`)
      if (ipBlock) {
        writer.line(3, 'IPBlock:')
        writer.line(4, `CIDR: ${textOf(fieldsOf(ipBlock).cidr)}`)
        writer.line(4, `Except: ${joined(fieldsOf(ipBlock).except)}`)
      }
      if (namespaceSelector) writer.line(3, `NamespaceSelector: ${selectorText(namespaceSelector)}`)
      if (podSelector) writer.line(3, `PodSelector: ${selectorText(podSelector)}`)
    }
    if (i < list.length - 1) writer.line(2, '----------')
  })
}
