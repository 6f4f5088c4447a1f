import { decodeText } from '../../machinery/base64'
import { ruleRows, type PolicyRule } from '../rbac/rules'
import { fieldsOf, itemsOf, specOf, statusOf, textOf, timeText, writeAnnotations, writeLabels } from './common'
import { readRequest } from './signing-request'
import type { Describe } from './world'
import { Writer } from './writer'

/** `orchctl describe` of a Role or ClusterRole. */
export const describeRole: Describe = (object) => {
  const writer = new Writer()
  writer.field(0, 'Name', object.metadata.name)
  writeLabels(writer, 0, 'Labels', object.metadata.labels)
  writeAnnotations(writer, 0, 'Annotations', object.metadata.annotations)
  writer.line(0, 'PolicyRule:')
  writer.line(1, 'Resources\tNon-Resource URLs\tResource Names\tVerbs')
  writer.line(1, '---------\t-----------------\t--------------\t-----')
  const rules = (object.rules ?? []) as unknown as PolicyRule[]
  for (const row of ruleRows(rules)) writer.line(1, row.join('\t'))
  return Promise.resolve(writer.text())
}

/** `orchctl describe` of a RoleBinding or ClusterRoleBinding. */
export const describeRoleBinding: Describe = (object) => {
  const writer = new Writer()
  const role = fieldsOf(object.roleRef)
  writer.field(0, 'Name', object.metadata.name)
  writeLabels(writer, 0, 'Labels', object.metadata.labels)
  writeAnnotations(writer, 0, 'Annotations', object.metadata.annotations)
  writer.line(0, 'Role:')
  writer.field(1, 'Kind', textOf(role.kind))
  writer.field(1, 'Name', textOf(role.name))
  writer.line(0, 'Subjects:')
  writer.line(1, 'Kind\tName\tNamespace')
  writer.line(1, '----\t----\t---------')
  for (const { kind, name, namespace } of itemsOf(object.subjects))
    writer.line(1, [kind, name, namespace].map(textOf).join('\t'))
  return Promise.resolve(writer.text())
}

/** `orchctl describe` of a CertificateSigningRequest. */
export const describeSigningRequest: Describe = async (object, world) => {
  const writer = new Writer()
  const spec = specOf(object)
  writer.field(0, 'Name', object.metadata.name)
  writeLabels(writer, 0, 'Labels', object.metadata.labels)
  writeAnnotations(writer, 0, 'Annotations', object.metadata.annotations)
  writer.field(0, 'CreationTimestamp', timeText(object.metadata.creationTimestamp))
  writer.field(0, 'Requesting User', textOf(spec.username))
  writer.optional(0, 'Signer', textOf(spec.signerName))
  if (typeof spec.expirationSeconds === 'number') writer.field(0, 'Requested Duration', `${spec.expirationSeconds}s`)
  writer.field(0, 'Status', requestState(statusOf(object)))
  const request = readRequest(decodeText(textOf(spec.request)))
  writer.line(0, 'Subject:')
  for (const [name, value] of request.subject) writer.line(0, `\t${name}:\t${value}`)
  const names = request.names.filter(([, values]) => values.length > 0)
  if (names.length > 0) {
    writer.line(0, 'Subject Alternative Names:')
    for (const [title, values] of names) writer.line(0, `\t${title}:\t${values.join('\n\t\t')}`)
  }
  await world.events(writer, object)
  return writer.text()
}

/** `Pending`, `Approved,Issued`, `Denied`: as in lists of requests. */
function requestState(status: Readonly<Record<string, unknown>>): string {
  const types = itemsOf(status.conditions).map(({ type }) => textOf(type))
  const said = ['Approved', 'Denied', 'Failed'].filter((type) => types.includes(type))
  const [decision = 'Pending'] = types.includes('Denied') ? ['Denied'] : said
  return [
    decision,
    ...(types.includes('Failed') && decision !== 'Failed' ? ['Failed'] : []),
    ...(textOf(status.certificate) ? ['Issued'] : []),
  ].join(',')
}
