import { FLAGS } from '../flags'
import type { FlagDefinition } from '../machinery/flag-definition'
import { decodeText } from '../machinery/base64'
import { PAGE_FLAGS } from '../page-flags'

/** The effect of a changed flag. `danger`: it may disclose secrets or grant access. */
export interface FlagEffect {
  readonly danger: boolean
  readonly text: string
  /** The control plane does not start with it. */
  readonly refused?: true
}

type Describe = (value: string, before: string | undefined) => FlagEffect

const danger = (text: string): FlagEffect => ({ danger: true, text })
const change = (text: string): FlagEffect => ({ danger: false, text })

/** The content of a `data:` URL; undefined for file names and invalid URLs. */
export function dataOf(url: string): string | undefined {
  const [, head = '', body] = /^data:([^,]*),(.*)$/s.exec(url) ?? []
  if (body === undefined) return undefined
  try {
    const text = decodeURIComponent(body)
    return /;\s*base64$/i.test(head) ? decodeText(text) : text
  } catch {
    return undefined // malformed: the control plane will reject it
  }
}

/** The origins of all URLs in a value: `https://example.com`. */
export function addressesIn(value: string): string[] {
  const text = dataOf(value) ?? value
  const found = [...text.matchAll(/\bwss?:\/\/[^\s"'\\]+|\bhttps?:\/\/[^\s"'\\]+/gi)].map(([url]) =>
    URL.canParse(url) ? new URL(url).origin : url,
  )
  return [...new Set(found)]
}

const to = (value: string): string => addressesIn(value).join(', ') || 'an address that is not named'

const CREDENTIALS: Describe = () =>
  danger('Decides whose credentials are accepted. The author of the link may know some of them.')
const SIGNS =
  (what: string): Describe =>
  () =>
    danger(`Names a key. Anyone who knows the key can create ${what} that this cluster accepts.`)
const DECIDES = (value: string): FlagEffect => {
  const modes = value.split(',')
  if (modes.includes('AlwaysAllow')) return danger('Turns authorization off: everybody may do everything.')
  if (modes.includes('Webhook')) return danger('Another server decides who may do what.')
  return modes.includes('RBAC')
    ? change('Roles decide who may do what.')
    : danger('Roles no longer decide who may do what.')
}

/** The effects of particular flags; all others are described by their help text. */
const EFFECTS: Readonly<Record<string, Describe>> = {
  release: (value) => change(`Behaves as release ${value}. API versions and features come and go with it.`),
  'authentication-token-webhook-config-file': (value) =>
    danger(`Sends bearer tokens to ${to(value)}, and trusts its answers about them.`),
  'authorization-webhook-config-file': (value) =>
    danger(`Sends the user and the details of each request to ${to(value)}, which decides what is allowed.`),
  'authentication-config': (value) =>
    danger(`Decides whose tokens are accepted, and who their holders are. They may be issued by ${to(value)}.`),
  'authorization-config': () => danger('Decides who may do what, in place of the authorization mode.'),
  'authorization-mode': DECIDES,
  'authorization-policy-file': () => danger('Decides who may do what.'),
  'anonymous-auth': (value) =>
    /^(t|true|1)$/i.test(value)
      ? danger('Opens the API to requests without credentials, as system:anonymous.')
      : change('Refuses requests without credentials.'),
  'token-auth-file': CREDENTIALS,
  'client-ca-file': CREDENTIALS,
  'oidc-issuer-url': (value) => danger(`Accepts tokens that ${to(value)} has issued.`),
  'oidc-client-id': CREDENTIALS,
  'oidc-ca-file': CREDENTIALS,
  'requestheader-client-ca-file': CREDENTIALS,
  'requestheader-allowed-names': CREDENTIALS,
  'requestheader-username-headers': CREDENTIALS,
  'requestheader-uid-headers': CREDENTIALS,
  'requestheader-group-headers': CREDENTIALS,
  'service-account-key-file': SIGNS('tokens of service accounts'),
  'service-account-private-key-file': SIGNS('tokens of service accounts'),
  'service-account-signing-key-file': SIGNS('tokens of service accounts'),
  'service-account-issuer': (value) => change(`Service account tokens name ${value} as their issuer.`),
  'cluster-signing-key-file': SIGNS('client certificates'),
  'cluster-signing-cert-file': SIGNS('client certificates'),
  'admission-control-config-file': (value) =>
    danger(
      addressesIn(value).length > 0
        ? `Configures admission. Objects may be sent to ${to(value)}.`
        : 'Configures admission. It may weaken checks or send objects to another server.',
    ),
  'disable-admission-plugins': (value) => danger(`Turns admission checks off: ${value}.`),
  'enable-admission-plugins': (value) =>
    change(`Turns admission plugins on: ${value}. They may refuse or change objects.`),
  'audit-policy-file': () => change('Decides which requests are recorded, and how much of their content.'),
  'event-ttl': () => change('Events older than this are deleted.'),
  'runtime-config': () => change('Turns API groups and versions on or off.'),
  'feature-gates': () => change('Turns features on or off.'),
  store: (value) =>
    value === 'memory'
      ? danger('Keeps the cluster in memory: your objects are lost when the tab closes.')
      : change(
          `Stores the cluster in ${value === 'files' ? 'private files of this site' : 'the browser’s database'}. A cluster stored elsewhere is kept.`,
        ),
  controllers: () => change('Decides which controllers run. Controllers create, change and delete objects.'),
}

const DEFINITIONS = new Map<string, FlagDefinition>(
  [...PAGE_FLAGS, ...FLAGS].map((definition) => [definition.name, definition]),
)

/** Flags whose removal weakens the cluster's protection. */
const PROTECTS: Readonly<Record<string, string>> = {
  'authorization-mode': 'Removes the authorization mode. By default, roles decide who may do what.',
  'authorization-config': 'Removes the authorizers of the file. By default, roles decide who may do what.',
  'anonymous-auth': 'Goes back to the default, which may accept requests without credentials.',
  'enable-admission-plugins': 'Turns these admission checks off.',
  'admission-control-config-file': 'Removes the configuration of admission plugins.',
}

/** The effect of setting a flag to a value; `value` is undefined if the flag is removed. */
export function effectOf(name: string, value: string | undefined, before: string | undefined): FlagEffect {
  const definition = DEFINITIONS.get(name)
  if (!definition)
    return { ...danger('This flag is unknown: the control plane refuses to start with it.'), refused: true }
  if (value === undefined) {
    const protects = PROTECTS[name]
    return protects ? danger(protects) : change(`Goes back to the default. ${definition.help}`)
  }
  const described = EFFECTS[name]?.(value, before)
  if (described) return described
  const addresses = addressesIn(value)
  if (addresses.length > 0) return danger(`Names ${addresses.join(', ')}. ${definition.help}`)
  return definition.type === 'file' ? danger(`Includes a file. ${definition.help}`) : change(definition.help)
}
