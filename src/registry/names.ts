import type { NameRule } from '../api/kind'
import { behaves } from '../api/releases/ledger'
import {
  dns1035Label,
  dns1123Label,
  dns1123LabelWithoutDots,
  dns1123Subdomain,
  pathSegment,
  pathSegmentPrefix,
} from '../machinery/names'

type Check = (name: string) => string[]

// A trailing dash is allowed in a prefix, since a suffix follows. The server leaves out the character before it, too.
const withoutDash = (prefix: string): string =>
  prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix

const RULES: Readonly<Record<Extract<NameRule, string>, { whole: Check; prefix: Check }>> = {
  subdomain: { whole: dns1123Subdomain, prefix: (prefix) => dns1123Subdomain(withoutDash(prefix)) },
  label: { whole: dns1123Label, prefix: (prefix) => dns1123Label(withoutDash(prefix)) },
  'label-1035': { whole: dns1035Label, prefix: (prefix) => dns1035Label(withoutDash(prefix)) },
  path: { whole: pathSegment, prefix: pathSegmentPrefix },
}

const LABEL_WITHOUT_DOTS = {
  whole: dns1123LabelWithoutDots,
  prefix: (prefix: string) => dns1123LabelWithoutDots(withoutDash(prefix)),
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
