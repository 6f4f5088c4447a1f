import { flag, type FlagDefinition } from '../machinery/flag-definition'
import type { FlagName } from '../machinery/flag-name'

/** Flags of serving: TLS, enabled APIs and gates, time limits and limits of concurrent requests. */
export const SERVING_FLAGS: readonly FlagDefinition<FlagName>[] = [
  flag('tls-cert-file', 'file', 'TLS certificate of the server.'),
  flag('tls-private-key-file', 'file', 'Private key of the TLS certificate.', { confidential: true }),
  flag('runtime-config', 'map', 'API groups, versions and resources to turn on or off.', { repeatable: true }),
  flag('feature-gates', 'map', 'Feature gates to turn on or off.', { repeatable: true }),
  flag('livez-grace-period', 'duration', 'How long /livez ignores failing checks after the start.', { default: '0s' }),
  flag(
    'shutdown-delay-duration',
    'duration',
    'How long a stopping server keeps serving requests, while it reports itself as not ready.',
    {
      default: '0s',
    },
  ),
  flag('show-hidden-metrics-for-version', 'string', 'Previous minor version whose hidden metrics are shown.'),
  flag('request-timeout', 'duration', 'Time limit of requests other than watches.', { default: '1m0s' }),
  flag('min-request-timeout', 'integer', 'Minimum seconds that a watch without a timeout of its own stays open.', {
    default: '1800',
  }),
  flag('max-requests-inflight', 'integer', 'Maximum concurrent read requests.', { default: '400' }),
  flag('max-mutating-requests-inflight', 'integer', 'Maximum concurrent write requests.', { default: '200' }),
  flag('max-watches', 'integer', 'Maximum open watches.', { default: '10000' }),
  flag('default-watch-cache-size', 'integer', 'Size of the watch cache.', {
    inert: 'every kind is cached completely',
    default: '100',
  }),
]
