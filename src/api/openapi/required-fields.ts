import { behaves } from '../releases/ledger'
import { requiredFields } from '../types'

/** Positions of a type's fields in its declaration: mostly their protobuf numbers. */
export type FieldOrder = (type: string) => ReadonlyMap<string, number>

/** Fields that became required later than their type. */
const LATER: Readonly<Record<string, (release: number) => boolean>> = {
  'networking.v1.HTTPIngressPath pathType': (release) => behaves('ingress-path-type-required', release),
}

/** Fields that later releases no longer require. */
const FORMER: Readonly<Record<string, readonly string[]>> = {
  'core.v1.ContainerImage': ['names'],
  'events.v1.Event': ['metadata'],
  'events.v1beta1.Event': ['metadata'],
  'autoscaling.v2beta2.HorizontalPodAutoscalerStatus': ['conditions'],
}

/** Fields that are declared first although their number is higher than that of others. */
const DECLARED_FIRST: Readonly<Record<string, string>> = {
  'machinery.apis.meta.v1.OwnerReference': 'apiVersion',
  'discovery.v1.EndpointSlice': 'addressType',
  'discovery.v1beta1.EndpointSlice': 'addressType',
}

/** Returns the order of fields, loaded on first use. */
export async function loadFieldOrder(): Promise<FieldOrder> {
  const { fieldFacts, messageOfType } = await import('../binary/messages')
  return (type) =>
    new Map(
      fieldFacts(messageOfType(type))?.map(({ name, number }) => [name, name === DECLARED_FIRST[type] ? 0 : number]),
    )
}

/**
 * Required fields of a built-in type in declaration order, in which clients report missing fields. Without `order` they are sorted by
 * name; without a release they are those of the newest.
 */
export function requiredInOrder(type: string, order?: FieldOrder, release = Infinity): string[] {
  const former = behaves('former-fields-optional', release) ? [] : (FORMER[type] ?? [])
  const required = [...requiredFields(type), ...former.filter((field) => !requiredFields(type).includes(field))]
    .filter((field) => LATER[`${type} ${field}`]?.(release) ?? true)
    .sort()
  if (!order || required.length < 2) return required
  const numbers = order(type)
  return required.sort((left, right) => (numbers.get(left) ?? 0) - (numbers.get(right) ?? 0))
}
