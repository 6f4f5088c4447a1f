import type { ApiObject } from '../../machinery/object'
import { isOwnDomain, isInDomain } from '../../names/domains'

/** Labels in the project's domain that a kubelet may set on its node. */
const OWN_LABELS = new Set([
  'orch.io/hostname',
  'orch.io/arch',
  'orch.io/os',
  'beta.orch.io/arch',
  'beta.orch.io/os',
  'beta.orch.io/instance-type',
  'node.orch.io/instance-type',
  'topology.orch.io/region',
  'topology.orch.io/zone',
  'failure-domain.beta.orch.io/region',
  'failure-domain.beta.orch.io/zone',
])

const OWN_PREFIXES = ['kubelet.orch.io/', 'node.orch.io/']

const RESTRICTED_DOMAIN = 'node-restriction.orch.io'

/** Whether a kubelet may not set a label on its own node. */
export function isReserved(label: string): boolean {
  const prefix = label.includes('/') ? label.slice(0, label.indexOf('/')) : ''
  if (isInDomain(prefix, RESTRICTED_DOMAIN)) return true
  if (!isOwnDomain(prefix) || OWN_LABELS.has(label)) return false
  return !OWN_PREFIXES.some((own) => isInDomain(prefix, own.slice(0, -1)))
}

/** Keys of labels that an update adds, changes or removes. */
export function changedLabels(now: ApiObject, old: ApiObject | undefined): string[] {
  const [after, before] = [now.metadata.labels ?? {}, old?.metadata.labels ?? {}]
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].filter((key) => after[key] !== before[key])
}
