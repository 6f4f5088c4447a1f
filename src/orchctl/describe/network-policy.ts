import {
  fieldsOf,
  itemsOf,
  joined,
  listOf,
  orNone,
  selectorText,
  specOf,
  textOf,
  timeText,
  writeAnnotations,
  writeLabels,
  MONTHS,
} from './common'
import type { Describe } from './world'
import { Writer } from './writer'

/** NetworkPolicy, as sentences about what is allowed. */
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

const isoDay = (day: string, month: string, year: string, time: string): string =>
  `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day} ${time} +0000 UTC`
