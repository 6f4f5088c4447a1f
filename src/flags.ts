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
  flag('release', 'string', 'Release whose behaviour is served, 1.15 to 1.36.', {
    default: DEFAULT_RELEASE,
    fault: releaseFault,
  }),
  flag('names', 'string', `Names that everything goes by: ${ALL_NAMES.join(' or ')}.`, {
    default: SPOKEN,
    fault: namesFault,
  }),
  flag('cluster-name', 'string', 'Name shown for the cluster.', { default: 'orchard' }),
  flag('history-window', 'duration', 'How long changes are kept for watches and paged lists.', { default: '5m' }),
  flag('controllers', 'list', 'Controllers to run: * for those on by default, name to add, -name to leave out.', {
    default: '*',
  }),
  flag(
    'nodes',
    'integer',
    'Simulated nodes, 0 to 1000. With any, the scheduler, life cycles of pods and, in a page too, the controllers of workloads run. No container does.',
    { default: '0', fault: (value) => unless(/^\d+$/.test(value) && Number(value) <= 1000, 'must be 0 to 1000') },
  ),
  flag(
    'scheduler-config-file',
    'file',
    'Profiles of the scheduler: which plugins judge and score nodes for pods of which schedulerName.',
  ),
  flag(
    'seed',
    'string',
    'Makes names and identifiers the same in every run with the same flags, requests and time: any text. Not for keys.',
  ),
  flag(
    'start-time',
    'string',
    'Time at which the clock of a new cluster starts, as 2024-01-15T09:00:00Z. It is held there and moves when you step it.',
    {
      fault: (value) =>
        unless(
          /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
          'must be a time such as 2024-01-15T09:00:00Z',
        ),
    },
  ),
  // Serving
  flag('tls-cert-file', 'file', 'Certificate of the HTTPS server.'),
  flag('tls-private-key-file', 'file', 'Key of the HTTPS server.', { confidential: true }),
  flag('runtime-config', 'map', 'Groups, versions and resources to switch on or off.', { repeatable: true }),
  flag('feature-gates', 'map', 'Features to switch on or off.', { repeatable: true }),
  flag('livez-grace-period', 'duration', 'How long /livez may stay healthy while starting.', { default: '0s' }),
  flag('shutdown-delay-duration', 'duration', 'How long the server goes on serving, not ready, when it is stopped.', {
    default: '0s',
  }),
  flag('show-hidden-metrics-for-version', 'string', 'Shows metrics that this earlier version deprecated.'),
  flag('request-timeout', 'duration', 'Limit of a request that is not a watch.', { default: '1m0s' }),
  flag('min-request-timeout', 'integer', 'Least seconds that a watch stays open when it names no time-out.', {
    default: '1800',
  }),
  flag('max-requests-inflight', 'integer', 'Most requests at once that only read.', { default: '400' }),
  flag('max-mutating-requests-inflight', 'integer', 'Most requests at once that write.', { default: '200' }),
  flag('max-watches', 'integer', 'Most watches open at once.', { default: '10000' }),
  flag('default-watch-cache-size', 'integer', 'Size of the watch cache.', {
    inert: 'every kind is cached whole',
    default: '100',
  }),
  // Authentication
  flag('anonymous-auth', 'boolean', 'Requests without credentials are anonymous instead of refused.'),
  flag('client-ca-file', 'file', 'CA certificates that client certificates are verified with.'),
  flag('token-auth-file', 'file', 'CSV file of static tokens.', { confidential: true }),
  flag('enable-bootstrap-token-auth', 'boolean', 'Accepts bootstrap tokens.', { default: 'false' }),
  flag('service-account-key-file', 'file', 'Keys that verify service-account tokens.', { repeatable: true }),
  flag('service-account-private-key-file', 'file', 'Key that signs service-account tokens.', { confidential: true }),
  flag('service-account-signing-key-file', 'file', 'Key that signs bound service-account tokens.', {
    confidential: true,
  }),
  flag('service-account-lookup', 'boolean', 'Tokens deleted from the API are revoked.', { default: 'true' }),
  flag('service-account-issuer', 'string', 'Issuer of service-account tokens.', { repeatable: true }),
  flag('service-account-jwks-uri', 'string', 'Address of the key set in the discovery document.'),
  flag('service-account-max-token-expiration', 'duration', 'Longest life of a bound token.'),
  flag(
    'service-account-extend-token-expiration',
    'boolean',
    'Injected tokens live longer while clients move to bound tokens.',
    { default: 'true' },
  ),
  flag('api-audiences', 'list', 'Audiences of the API server.'),
  flag('oidc-issuer-url', 'string', 'OpenID Connect issuer.'),
  flag('oidc-client-id', 'string', 'Client id that tokens must be issued for.'),
  flag('oidc-username-claim', 'string', 'Claim of the user name.', { default: 'sub' }),
  flag('oidc-username-prefix', 'string', 'Prefix of user names; - for none.'),
  flag('oidc-groups-claim', 'string', 'Claim of the groups.'),
  flag('oidc-groups-prefix', 'string', 'Prefix of group names.'),
  flag('oidc-required-claim', 'string', 'key=value that must be in the token.', { repeatable: true }),
  flag('oidc-ca-file', 'file', 'CA of the issuer.'),
  flag('oidc-signing-algs', 'list', 'Accepted algorithms.', { default: 'RS256' }),
  flag(
    'authentication-config',
    'file',
    'Issuers of tokens and who their claims stand for (AuthenticationConfiguration); excludes --oidc-*.',
  ),
  flag('authentication-token-webhook-config-file', 'file', 'Client configuration of the token webhook.'),
  flag('authentication-token-webhook-cache-ttl', 'duration', 'How long answers of the token webhook are kept.', {
    default: '2m',
  }),
  flag('authentication-token-webhook-version', 'string', 'Version of TokenReview sent.', {
    default: 'v1beta1',
    oneOf: ['v1', 'v1beta1'],
  }),
  flag('requestheader-username-headers', 'list', 'Headers with the user name from the authenticating proxy.'),
  flag('requestheader-group-headers', 'list', 'Headers with groups.'),
  flag('requestheader-extra-headers-prefix', 'list', 'Prefixes of headers with extra values.'),
  flag('requestheader-client-ca-file', 'file', 'CA of the proxy.'),
  flag('requestheader-allowed-names', 'list', 'Common names that the proxy may have.'),
  // Authorization
  flag('authorization-mode', 'list', 'Authorizers in order: Node, RBAC, ABAC, Webhook, AlwaysAllow, AlwaysDeny.', {
    default: DEFAULT_AUTHORIZATION_MODE,
  }),
  flag(
    'authorization-config',
    'file',
    'Authorizers in order (AuthorizationConfiguration); excludes --authorization-mode and --authorization-webhook-*.',
  ),
  flag('authorization-policy-file', 'file', 'Policy of the ABAC authorizer.'),
  flag('authorization-webhook-config-file', 'file', 'Client configuration of the authorization webhook.'),
  flag('authorization-webhook-version', 'string', 'Version of SubjectAccessReview sent.', {
    default: 'v1beta1',
    oneOf: ['v1', 'v1beta1'],
  }),
  flag('authorization-webhook-cache-authorized-ttl', 'duration', 'How long approvals are kept.', { default: '5m' }),
  flag('authorization-webhook-cache-unauthorized-ttl', 'duration', 'How long refusals are kept.', { default: '30s' }),
  // Admission
  flag('enable-admission-plugins', 'list', 'Plugins to add to those on by default.', { repeatable: true }),
  flag('disable-admission-plugins', 'list', 'Plugins to leave out.', { repeatable: true }),
  flag('admission-control-config-file', 'file', 'Configuration of plugins.'),
  flag('default-not-ready-toleration-seconds', 'integer', 'Seconds of the not-ready toleration.', { default: '300' }),
  flag('default-unreachable-toleration-seconds', 'integer', 'Seconds of the unreachable toleration.', {
    default: '300',
  }),
  flag('allow-privileged', 'boolean', 'Privileged containers are allowed.', { default: 'true' }),
  // Audit
  flag('audit-policy-file', 'file', 'Which requests are recorded, and how much of them.'),
  flag('audit-events-kept', 'integer', 'Most events kept in memory.', { default: '5000' }),
  // Networking
  flag('service-cluster-ip-range', 'string', 'Ranges of cluster addresses.', {
    default: '10.0.0.0/24',
    fault: rangesFault,
  }),
  flag('service-node-port-range', 'string', 'Range of node ports.', {
    default: '30000-32767',
    fault: (value) => unless(parsePortRange(value) !== undefined, 'must be a range such as 30000-32767'),
  }),
  // Certificates and controllers
  flag('cluster-signing-cert-file', 'file', 'Certificate of the cluster CA; made at the first start when absent.'),
  flag('cluster-signing-key-file', 'file', 'Key of the cluster CA.', { confidential: true }),
  flag('cluster-signing-duration', 'duration', 'Longest life of certificates that are signed.', {
    default: '8760h0m0s',
  }),
  flag('root-ca-file', 'file', 'CA that is published in every namespace; the cluster CA when absent.'),
  flag('event-ttl', 'duration', 'How long events are kept.', { default: '1h0m0s' }),
  flag('advertise-address', 'string', 'Address of the default service.', {
    default: '192.0.2.1',
    fault: (value) => unless(parseIp(value) !== undefined, 'must be an IP address'),
  }),
]
