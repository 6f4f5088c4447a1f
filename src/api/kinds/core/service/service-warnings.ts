import type { ApiObject } from '../../../../machinery/object'
import type { AddressField } from '../../../kind'
import { behaves } from '../../../releases/ledger'
import { addressWarnings, rangeWarnings } from '../../shared/address-warnings'
import { readService } from './service-shape'

/** Where services hold addresses. Those of the spec are in the order of the other warnings. */
export const SERVICE_ADDRESSES: readonly AddressField[] = [
  { at: 'spec.clusterIPs[]', form: 'address', warns: 'none' },
  { at: 'spec.externalIPs[]', form: 'address', warns: 'none' },
  { at: 'spec.loadBalancerIP', form: 'address', free: true, warns: 'none' },
  { at: 'spec.loadBalancerSourceRanges[]', form: 'range', warns: 'none' },
  { at: 'status.loadBalancer.ingress[].ip', form: 'address' },
]

type Service = ReturnType<typeof readService>

const TOPOLOGY_HINTS = 'service.orch.io/topology-aware-hints'

/** Fields that have no effect because of the type of the service. */
function ignoredFields({ spec = {} }: Service, release: number): string[] {
  const texts: string[] = []
  if (!behaves('external-name-warnings', release)) return texts
  if (spec.type === 'ExternalName' && spec.externalIPs?.length)
    texts.push('spec.externalIPs is ignored when spec.type is "ExternalName"')
  if (spec.type !== 'ExternalName' && spec.externalName)
    texts.push('spec.externalName is ignored when spec.type is not "ExternalName"')
  return texts
}

function headlessFields({ spec = {} }: Service, release: number): string[] {
  const headless = spec.type === 'ClusterIP' && spec.clusterIP === 'None'
  if (!headless || !behaves('headless-warnings', release)) return []
  return [
    ...(spec.loadBalancerIP ? ['loadBalancerIP'] : []),
    ...(spec.externalIPs?.length ? ['externalIPs'] : []),
    ...(spec.sessionAffinity && spec.sessionAffinity !== 'None' ? ['SessionAffinity'] : []),
  ].map((field) => `spec.${field} is ignored for headless services`)
}

/** Warnings about a service that is valid but should be written differently. */
export function serviceWarnings(object: ApiObject, release: number): string[] {
  const service = readService(object)
  const { metadata, spec = {} } = service
  const texts: string[] = []
  const first = spec.clusterIPs?.[0] ?? 'None'
  if (behaves('service-address-warnings', release)) {
    if (metadata?.annotations?.[TOPOLOGY_HINTS] !== undefined)
      texts.push(`annotation ${TOPOLOGY_HINTS} is deprecated, please use service.orch.io/topology-mode instead`)
    if (first !== 'None')
      for (const [i, ip] of (spec.clusterIPs ?? []).entries())
        texts.push(...addressWarnings(ip, `spec.clusterIPs[${i}]`, release))
    texts.push(...headlessFields(service, release))
    for (const [i, ip] of (spec.externalIPs ?? []).entries())
      texts.push(...addressWarnings(ip, `spec.externalIPs[${i}]`, release))
    texts.push(...addressWarnings(spec.loadBalancerIP ?? '', 'spec.loadBalancerIP', release))
    for (const [i, range] of (spec.loadBalancerSourceRanges ?? []).entries())
      texts.push(...rangeWarnings(range, `spec.loadBalancerSourceRanges[${i}]`, release))
  }
  texts.push(...ignoredFields(service, release))
  if (
    behaves('prefer-close-warning', release) &&
    (spec as { trafficDistribution?: string }).trafficDistribution === 'PreferClose'
  )
    texts.push('spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"')
  if (behaves('external-addresses-warning', release) && spec.externalIPs?.length)
    texts.push('spec.externalIPs is deprecated')
  return texts
}
