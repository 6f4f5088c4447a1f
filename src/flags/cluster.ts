import { flag, type FlagDefinition } from '../machinery/flag-definition'
import type { FlagName } from '../machinery/flag-name'
import { parseCidr, parseIp } from '../machinery/ip'
import { parsePortRange } from '../machinery/port-range'
import { faultUnless } from './fault'

const rangesFault = (value: string): string | undefined =>
  faultUnless(
    value.split(',').every((range) => parseCidr(range.trim())),
    'must be one or two ranges such as 10.0.0.0/24',
  )

/** Flags of the cluster: networking, certificates and controllers. */
export const CLUSTER_FLAGS: readonly FlagDefinition<FlagName>[] = [
  // Networking
  flag('service-cluster-ip-range', 'string', 'IP ranges for service cluster addresses.', {
    default: '10.0.0.0/24',
    fault: rangesFault,
  }),
  flag('service-node-port-range', 'string', 'Range of node ports.', {
    default: '30000-32767',
    fault: (value) => faultUnless(parsePortRange(value) !== undefined, 'must be a range such as 30000-32767'),
  }),
  // Certificates and controllers
  flag(
    'cluster-signing-cert-file',
    'file',
    'Certificate of the cluster CA; generated at the first start if not given.',
  ),
  flag('cluster-signing-key-file', 'file', 'Private key of the cluster CA.', { confidential: true }),
  flag('cluster-signing-duration', 'duration', 'Maximum lifetime of signed certificates.', {
    default: '8760h0m0s',
  }),
  flag(
    'legacy-service-account-token-clean-up-period',
    'duration',
    'Time without use after which a token that was created for a service account becomes invalid, and after the same time again is deleted.',
    { default: '8760h0m0s' },
  ),
  flag('root-ca-file', 'file', 'CA published in every namespace; by default the cluster CA.'),
  flag('event-ttl', 'duration', 'How long events are kept.', { default: '1h0m0s' }),
  flag('advertise-address', 'string', 'Address behind the service of the API server.', {
    default: '192.0.2.1',
    fault: (value) => faultUnless(parseIp(value) !== undefined, 'must be an IP address'),
  }),
]
