import type { NameRule } from '../api/kind'
import { behaves } from '../api/releases/ledger'
import {
  dns1035Label,
  dns1123Label,
  dns1123LabelWithoutDots,
  dns1123Subdomain,
  nameOfPrefix,
  pathSegment,
  pathSegmentPrefix,
} from '../machinery/names'

type Check = (name: string) => string[]

const RULES: Readonly<Record<Extract<NameRule, string>, { whole: Check; prefix: Check }>> = {
  subdomain: { whole: dns1123Subdomain, prefix: (prefix) => dns1123Subdomain(nameOfPrefix(prefix)) },
  label: { whole: dns1123Label, prefix: (prefix) => dns1123Label(nameOfPrefix(prefix)) },
  'label-1035': { whole: dns1035Label, prefix: (prefix) => dns1035Label(nameOfPrefix(prefix)) },
  path: { whole: pathSegment, prefix: pathSegmentPrefix },
}

const LABEL_WITHOUT_DOTS = {
  whole: dns1123LabelWithoutDots,
  prefix: (prefix: string) => dns1123LabelWithoutDots(nameOfPrefix(prefix)),
}

/** Messages for an invalid name (or generateName prefix) under a kind's rule; empty if it is valid. */
export function nameMessages(
  rule: NameRule = 'subdomain',
  release: number,
): (name: string, prefix: boolean) => string[] {
  if (typeof rule === 'function') return rule
  const { whole, prefix } =
    rule === 'label' && behaves('label-dots-message', release) ? LABEL_WITHOUT_DOTS : RULES[rule]
  return (name, isPrefix) => (isPrefix ? prefix(name) : whole(name))
}
