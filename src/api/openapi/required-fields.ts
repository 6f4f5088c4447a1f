import { behaves } from '../releases/ledger'
import { requiredFields } from '../types'

/** The number of each field of a type in the binary form, which says in which order the type declares them; by the type's name. */
export type FieldOrder = (type: string) => ReadonlyMap<string, number>

/** Fields that became required later than their type, and since when. */
const LATER: Readonly<Record<string, (release: number) => boolean>> = {
  'networking.v1.HTTPIngressPath pathType': (release) => behaves('ingress-path-type-required', release),
}

/** The order of fields; loaded when first asked for. */
export async function loadFieldOrder(): Promise<FieldOrder> {
  const { fieldFacts } = await import('../binary/messages')
  return (type) => new Map(fieldFacts(type)?.map(({ name, number }) => [name, number]))
}

/**
 * The required fields of a built-in type in the order in which the type declares them: clients report missing fields in it. Without
 * `order` they are sorted by name; without a release they are those of the newest one.
 */
export function requiredInOrder(type: string, order?: FieldOrder, release = Infinity): string[] {
  const required = requiredFields(type).filter((field) => LATER[`${type} ${field}`]?.(release) ?? true)
  if (!order || required.length < 2) return required
  const numbers = order(type)
  return required.sort((left, right) => (numbers.get(left) ?? 0) - (numbers.get(right) ?? 0))
}
