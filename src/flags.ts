import { DEFAULT_RELEASE, releaseOf } from './api/releases'
import { flag, type FlagDefinition } from './machinery/flag-definition'
import type { FlagName } from './machinery/flag-name'
import { parseCidr, parseIp } from './machinery/ip'
import { messageOf } from './machinery/message-of'
import { parsePortRange } from './machinery/port-range'
import { namesFault } from './names/flag'
import { ALL_NAMES } from './names/sets'
import { SPOKEN } from './names/spoken'

function releaseFault(value: string): string | undefined {
  try {
    releaseOf(value)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

const unless = (ok: boolean, why: string): string | undefined => (ok ? undefined : why)
const rangesFault = (value: string): string | undefined =>
  unless(
    value.split(',').every((range) => parseCidr(range.trim())),
    'must be one or two ranges such as 10.0.0.0/24',
  )

/** RBAC applies unless a flag says otherwise; the documents leave the default open. */
export const DEFAULT_AUTHORIZATION_MODE = 'Node,RBAC'

/** All flags of a control plane, the same in the tab and headless, with the names from the documents. */
export const FLAGS: readonly FlagDefinition<FlagName>[] = [
  // Simulation
  flag('release', 'string', 'Release to behave as, 1.15 to 1.36.', {
    default: DEFAULT_RELEASE,
    fault: releaseFault,
  }),
  flag('names', 'string', `Set of names in the API: ${ALL_NAMES.join(' or ')}.`, {
    default: SPOKEN,
    fault: namesFault,
  }),
  flag('cluster-name', 'string', 'Display name of the cluster.', { default: 'orchard' }),
  flag('history-window', 'duration', 'How long changes are kept for watches and paged lists.', { default: '5m' }),
  flag('controllers', 'list', 'Controllers to run: * for those on by default, name to add, -name to leave out.', {
    default: '*',
  }),
  flag(
    'nodes',
    'integer',
    'Number of simulated nodes, 0 to 1000. More than 0 also runs the scheduler, pod life cycles and, in a page, the workload controllers. No containers run.',
    { default: '0', fault: (value) => unless(/^\d+$/.test(value) && Number(value) <= 1000, 'must be 0 to 1000') },
  ),
  flag(
    'scheduler-config-file',
    'file',
    'Scheduler profiles: the plugins that filter and score nodes, for each schedulerName.',
  ),
  flag(
    'seed',
    'string',
    'Any text. Makes generated names and identifiers the same in every run with the same flags, requests and time. Keys stay random.',
  ),
  flag(
    'start-time',
    'string',
    'Initial time of a new cluster, such as 2024-01-15T09:00:00Z. The clock is paused there until you step it.',
    {
      fault: (value) =>
        unless(
          /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
          'must be a time such as 2024-01-15T09:00:00Z',
        ),
    },
  ),
  // Serving
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
  // Authentication
  flag('anonymous-auth', 'boolean', 'Treats requests without credentials as anonymous instead of refusing them.'),
  flag('client-ca-file', 'file', 'CA certificates to verify client certificates.'),
  flag('token-auth-file', 'file', 'CSV file of static tokens.', { confidential: true }),
  flag('enable-bootstrap-token-auth', 'boolean', 'Accepts bootstrap tokens.', { default: 'false' }),
  flag('service-account-key-file', 'file', 'Keys to verify service-account tokens.', { repeatable: true }),
  flag('service-account-private-key-file', 'file', 'Private key to sign service-account tokens in secrets.', {
    confidential: true,
  }),
  flag('service-account-signing-key-file', 'file', 'Private key to sign bound service-account tokens.', {
    confidential: true,
  }),
  flag('service-account-lookup', 'boolean', 'Revokes tokens whose secret or service account was deleted.', {
    default: 'true',
  }),
  flag('service-account-issuer', 'string', 'Issuer of service-account tokens.', { repeatable: true }),
  flag('service-account-jwks-uri', 'string', 'URL of the key set in the discovery document.'),
  flag('service-account-max-token-expiration', 'duration', 'Maximum lifetime of a bound token.'),
  flag(
    'service-account-extend-token-expiration',
    'boolean',
    'Extends the lifetime of injected tokens, for clients that do not reload them yet.',
    { default: 'true' },
  ),
  flag('api-audiences', 'list', 'Audiences of the API server.'),
  flag('oidc-issuer-url', 'string', 'URL of the OpenID Connect issuer.'),
  flag('oidc-client-id', 'string', 'Client ID that tokens must be issued for.'),
  flag('oidc-username-claim', 'string', 'Claim with the user name.', { default: 'sub' }),
  flag('oidc-username-prefix', 'string', 'Prefix of user names; - for none.'),
  flag('oidc-groups-claim', 'string', 'Claim with the groups.'),
  flag('oidc-groups-prefix', 'string', 'Prefix of group names.'),
  flag('oidc-required-claim', 'string', 'key=value that the token must contain.', { repeatable: true }),
  flag('oidc-ca-file', 'file', 'CA certificates of the issuer.'),
  flag('oidc-signing-algs', 'list', 'Accepted signature algorithms.', { default: 'RS256' }),
  flag(
    'authentication-config',
    'file',
    'AuthenticationConfiguration: token issuers and the mapping of their claims. Replaces --oidc-*.',
  ),
  flag('authentication-token-webhook-config-file', 'file', 'Client configuration file for the token webhook.'),
  flag('authentication-token-webhook-cache-ttl', 'duration', 'How long answers of the token webhook are cached.', {
    default: '2m',
  }),
  flag('authentication-token-webhook-version', 'string', 'Version of TokenReview sent.', {
    default: 'v1beta1',
    oneOf: ['v1', 'v1beta1'],
  }),
  flag('requestheader-username-headers', 'list', 'Headers with the user name from the authenticating proxy.'),
  flag('requestheader-uid-headers', 'list', 'Headers with the UID of the user.'),
  flag('requestheader-group-headers', 'list', 'Headers with groups.'),
  flag('requestheader-extra-headers-prefix', 'list', 'Prefixes of headers with extra values.'),
  flag('requestheader-client-ca-file', 'file', 'CA certificates of the proxy.'),
  flag('requestheader-allowed-names', 'list', 'Allowed common names of the proxy certificate.'),
  // Authorization
  flag('authorization-mode', 'list', 'Authorizers in order: Node, RBAC, ABAC, Webhook, AlwaysAllow, AlwaysDeny.', {
    default: DEFAULT_AUTHORIZATION_MODE,
  }),
  flag(
    'authorization-config',
    'file',
    'AuthorizationConfiguration: authorizers in order. Replaces --authorization-mode and --authorization-webhook-*.',
  ),
  flag('authorization-policy-file', 'file', 'Policy file of the ABAC authorizer.'),
  flag('authorization-webhook-config-file', 'file', 'Client configuration file for the authorization webhook.'),
  flag('authorization-webhook-version', 'string', 'Version of SubjectAccessReview sent.', {
    default: 'v1beta1',
    oneOf: ['v1', 'v1beta1'],
  }),
  flag(
    'authorization-webhook-cache-authorized-ttl',
    'duration',
    'How long allowed decisions of the webhook are cached.',
    { default: '5m' },
  ),
  flag(
    'authorization-webhook-cache-unauthorized-ttl',
    'duration',
    'How long other decisions of the webhook are cached.',
    { default: '30s' },
  ),
  // Admission
  flag('enable-admission-plugins', 'list', 'Plugins to enable besides the defaults.', { repeatable: true }),
  flag('disable-admission-plugins', 'list', 'Plugins to disable.', { repeatable: true }),
  flag('admission-control-config-file', 'file', 'Configuration of admission plugins.'),
  flag('default-not-ready-toleration-seconds', 'integer', 'Seconds that pods tolerate a not-ready node by default.', {
    default: '300',
  }),
  flag(
    'default-unreachable-toleration-seconds',
    'integer',
    'Seconds that pods tolerate an unreachable node by default.',
    {
      default: '300',
    },
  ),
  flag('allow-privileged', 'boolean', 'Allows privileged containers.', { default: 'true' }),
  // Audit
  flag('audit-policy-file', 'file', 'Audit policy: which requests are recorded, and in what detail.'),
  flag('audit-events-kept', 'integer', 'Maximum audit events kept in memory.', { default: '5000' }),
  // Networking
  flag('service-cluster-ip-range', 'string', 'IP ranges for service cluster addresses.', {
    default: '10.0.0.0/24',
    fault: rangesFault,
  }),
  flag('service-node-port-range', 'string', 'Range of node ports.', {
    default: '30000-32767',
    fault: (value) => unless(parsePortRange(value) !== undefined, 'must be a range such as 30000-32767'),
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
    fault: (value) => unless(parseIp(value) !== undefined, 'must be an IP address'),
  }),
]
