import { fieldFacts } from '../binary/messages'
import { behaves } from '../releases/ledger'
import { requiredFields } from '../types'

/** Fields that became required later than their type, and since when. */
const LATER: Readonly<Record<string, (release: number) => boolean>> = {
  'networking.v1.HTTPIngressPath pathType': (release) => behaves('ingress-path-type-required', release),
}

/**
 * The required fields of a built-in type in the order in which the type declares them, which is that of their numbers in the binary
 * form. Clients report missing fields in this order. Without a release those of the newest one.
 */
export function requiredInOrder(type: string, release = Infinity): string[] {
  const numbers = new Map(fieldFacts(type)?.map(({ name, number }) => [name, number]))
  return requiredFields(type)
    .filter((field) => LATER[`${type} ${field}`]?.(release) ?? true)
    .sort((left, right) => (numbers.get(left) ?? 0) - (numbers.get(right) ?? 0))
}
