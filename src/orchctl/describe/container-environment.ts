import type { ApiObject } from '../../machinery/object'
import { isQuantity, parseQuantity, quantityNumber } from '../../machinery/quantity'
import { type Fields, fieldsOf, itemsOf, textOf } from './common'
import type { Writer } from './writer'

/** Writes the variables of a container, each with its value or its source. */
export function writeEnvironment(writer: Writer, container: Fields, pod: ApiObject | undefined): void {
  const sources = itemsOf(container.envFrom)
  if (sources.length > 0) {
    writer.line(2, 'Environment Variables from:')
    for (const { configMapRef, secretRef, prefix } of sources) {
      const ref = fieldsOf(configMapRef ?? secretRef)
      const before = prefix ? ` with prefix '${textOf(prefix)}'` : ''
      writer.line(
        3,
        `${textOf(ref.name)}\t${configMapRef ? 'ConfigMap' : 'Secret'}${before}\tOptional: ${String(ref.optional === true)}`,
      )
    }
  }
  const env = itemsOf(container.env)
  if (env.length === 0) return writer.field(2, 'Environment', '<none>')
  writer.line(2, 'Environment:')
  for (const one of env) writeVariable(writer, one, container, pod)
}

/** The value of a pod field for a variable; empty for single labels and for fields that only a running pod has. */
function fieldValue({ metadata }: ApiObject, path: string): string {
  return textOf(
    path === 'metadata.name'
      ? metadata.name
      : path === 'metadata.namespace'
        ? metadata.namespace
        : path === 'metadata.uid'
          ? metadata.uid
          : '',
  )
}

/** A container's limit or request, in the unit that a variable asks for. */
function amountOf(container: Fields, { resource, divisor }: Fields): string {
  const [field = '', name = ''] = textOf(resource).split(/\.(.*)/)
  const amount = fieldsOf(fieldsOf(container.resources)[field])[name]
  const unit = isQuantity(divisor) && divisor !== '0' ? quantityNumber(parseQuantity(divisor)) : 1
  const value = isQuantity(amount) ? Math.ceil(quantityNumber(parseQuantity(amount)) / unit) : 0
  return value === 0 && (name === 'cpu' || name === 'memory') && field === 'limits' ? 'node allocatable' : String(value)
}

function writeVariable(
  writer: Writer,
  { name, value, valueFrom }: Fields,
  container: Fields,
  pod: ApiObject | undefined,
): void {
  const { fieldRef, resourceFieldRef, secretKeyRef, configMapKeyRef } = fieldsOf(valueFrom)
  const label = `${textOf(name)}:\t`
  if (fieldRef)
    writer.line(
      3,
      `${label}${pod ? fieldValue(pod, textOf(fieldsOf(fieldRef).fieldPath)) : ''} (${textOf(fieldsOf(fieldRef).apiVersion)}:${textOf(fieldsOf(fieldRef).fieldPath)})`,
    )
  else if (resourceFieldRef) {
    const { resource, containerName } = fieldsOf(resourceFieldRef)
    writer.line(
      3,
      `${label}${pod ? amountOf(container, fieldsOf(resourceFieldRef)) : ''} (${containerName ? `${textOf(containerName)}: ` : ''}${textOf(resource)})`,
    )
  } else if (secretKeyRef || configMapKeyRef) {
    const ref = fieldsOf(secretKeyRef ?? configMapKeyRef)
    const kind = secretKeyRef ? 'secret' : 'config map'
    writer.line(
      3,
      `${label}<set to the key '${textOf(ref.key)}' ${kind === 'secret' ? 'in secret' : 'of config map'} '${textOf(ref.name)}'>\tOptional: ${String(ref.optional === true)}`,
    )
  } else
    textOf(value)
      .split('\n')
      .forEach((line, i) => writer.line(3, i === 0 ? `${label}${line}` : `\t${line}`))
}
