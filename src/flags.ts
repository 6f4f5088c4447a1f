import type { FlagName } from './machinery/flag-name'
import { fileLabel } from './machinery/file-label'
import { DEFAULT_RELEASE, releaseOf } from './api/releases'
import { parseGoDuration } from './machinery/go-duration'
import { parseCidr, parseIp } from './machinery/ip'
import { parsePortRange } from './machinery/port-range'
import { messageOf } from './machinery/message-of'
import { ALL_NAMES } from './names/sets'
import { namesFault } from './names/flag'
import { SPOKEN } from './names/spoken'

/**
 * The one configuration of a control plane, the same in the tab and headless: every flag in one table, with the name the
 * documents give it. A flag that names a file takes a `data:` URL in the tab.
 */
export type FlagType = 'string' | 'boolean' | 'integer' | 'duration' | 'list' | 'file' | 'map'

export interface FlagDefinition<Name extends string = string> {
  readonly name: Name
  readonly type: FlagType
  readonly default?: string
  /** May be given more than once; all values count. */
  readonly repeatable?: boolean
  /** Names a file that is secret whatever it holds: its content is shown and copied only on demand. */
  readonly confidential?: boolean
  readonly help: string
  /** Why setting it changes nothing here; said in its help and when it is set. */
  readonly inert?: string
  readonly oneOf?: readonly string[]
  /** Why a value can't be taken; undefined for one that can. */
  readonly fault?: (value: string) => string | undefined
}

/** A row of a table of flags. */
export const flag = <Name extends string>(
  name: Name,
  type: FlagType,
  help: string,
  more: Partial<FlagDefinition> = {},
): FlagDefinition<Name> => ({
  ...more,
  name,
  type,
  help,
})

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

/** Roles decide unless a flag says otherwise; the documents leave the default open. */
export const DEFAULT_AUTHORIZATION_MODE = 'Node,RBAC'

export const FLAGS: readonly FlagDefinition<FlagName>[] = [
  // The simulation itself
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

/** What a flag does, and why it has no effect where it has none. */
export const helpOf = ({ help, inert }: FlagDefinition): string =>
  inert === undefined ? help : `${help} No effect here: ${inert}.`

type Definitions = ReadonlyMap<string, FlagDefinition>
const byName = (definitions: readonly FlagDefinition[]): Definitions =>
  new Map(definitions.map((definition) => [definition.name, definition]))
const BY_NAME = byName(FLAGS)

export class FlagError extends Error {
  override readonly name = 'FlagError'
}

/** Milliseconds of a duration such as `1h30m`, `300ms` or `0`. Throws `FlagError`. */
export function parseDuration(text: string): number {
  const ms = parseGoDuration(text)
  if (ms === undefined) throw new FlagError(`"${text}" is not a duration such as 300ms, 90s or 1h30m`)
  return ms
}

/** What was asked for on the command line, checked; absent flags have their defaults. */
export class Flags<Name extends string = FlagName> {
  constructor(
    private readonly given: ReadonlyMap<string, readonly string[]>,
    private readonly known: Definitions = BY_NAME,
  ) {}

  isSet(name: Name): boolean {
    return this.given.has(name)
  }
  /** One text for every flag that is set and has no effect. */
  warnings(): string[] {
    return FLAGS.filter(({ name, inert }) => inert !== undefined && this.given.has(name)).map(
      ({ name, inert }) => `--${name} has no effect on this server: ${inert}`,
    )
  }
  /** The last value given, or the default. */
  get(name: Name): string | undefined {
    return this.given.get(name)?.at(-1) ?? definitionOf(name, this.known).default
  }
  /** Every value given, or the default; comma lists are not split. */
  all(name: Name): readonly string[] {
    const fallback = definitionOf(name, this.known).default
    return this.given.get(name) ?? (fallback === undefined ? [] : [fallback])
  }
  /** The items of a comma list over all its occurrences; names of files are not split. */
  list(name: Name): string[] {
    const isFile = definitionOf(name, this.known).type === 'file'
    return this.all(name)
      .flatMap((value) => (isFile ? [value] : value.split(','))) // a data: URL has commas of its own
      .map((item) => item.trim())
      .filter((item) => item !== '')
  }
  boolean(name: Name): boolean {
    return /^(true|t|1)$/i.test(this.get(name) ?? 'false')
  }
  integer(name: Name): number {
    return Number(this.get(name) ?? 0)
  }
  durationMs(name: Name): number {
    return parseDuration(this.get(name) ?? '0')
  }
}

function definitionOf(name: string, known: Definitions): FlagDefinition {
  const definition = known.get(name)
  if (!definition) throw new FlagError(`unknown flag: --${name}`)
  return definition
}

function check(definition: FlagDefinition, value: string): void {
  const refuse = (why: string): never => {
    throw new FlagError(`invalid value "${value}" for --${definition.name}: ${why}`)
  }
  if (definition.oneOf && !definition.oneOf.includes(value)) refuse(`must be one of ${definition.oneOf.join(', ')}`)
  if (definition.type === 'boolean' && !/^(true|false|t|f|1|0)$/i.test(value)) refuse('must be true or false')
  if (definition.type === 'integer' && !/^-?\d+$/.test(value)) refuse('must be a whole number')
  if (definition.type === 'file' && value === '') refuse('must name a file')
  const fault = definition.fault?.(value)
  if (fault) refuse(fault)
  if (definition.type === 'duration') {
    try {
      parseDuration(value)
    } catch (error) {
      refuse(messageOf(error))
    }
  }
}

/**
 * Reads `--flag value`, `--flag=value` and bare `--switch` for booleans. Throws `FlagError` naming the first flag that is
 * unknown, lacks its value, has a bad one, or is given twice though it is not repeatable. `definitions` are the flags that
 * there are: those of a control plane, unless others are meant.
 */
export function parseFlags<Name extends string = FlagName>(
  argv: readonly string[],
  definitions?: readonly FlagDefinition<Name>[],
): Flags<Name> {
  const known = definitions ? byName(definitions) : BY_NAME
  const given = new Map<string, string[]>()
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? ''
    const match = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word)
    if (!match) throw new FlagError(`unexpected argument "${fileLabel(word)}": flags look like --name=value`)
    const name = match[1] ?? ''
    const definition = definitionOf(name, known)
    let value = match[2]
    if (value === undefined && definition.type === 'boolean') {
      const next = argv[i + 1]
      if (next !== undefined && /^(true|false)$/.test(next)) {
        value = next
        i++
      } else value = 'true'
    }
    if (value === undefined) {
      value = argv[++i]
      if (value === undefined || value.startsWith('--')) throw new FlagError(`flag needs a value: --${name}`)
    }
    check(definition, value)
    const values = given.get(name)
    if (values && !definition.repeatable) {
      if (!values.includes(value)) throw new FlagError(`--${name} is given twice`)
    } else if (values) values.push(value)
    else given.set(name, [value])
  }
  return new Flags<Name>(given, known)
}
