import { messageOf } from '../../machinery/message-of'
import {
  type Fields,
  fieldsOf,
  itemsOf,
  joined,
  orNone,
  specOf,
  statusOf,
  textOf,
  writeAnnotations,
  writeLabels,
} from './common'
import { addressesText, slicesOf } from './services'
import type { Describe, DescribeWorld } from './world'
import { Writer } from './writer'

/** A backend, from the fields of either version. */
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

/** Ingress, with the addresses of each rule's backend. */
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

/** IngressClass, with its parameters. */
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
