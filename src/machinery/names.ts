/** Rules for names of all sorts: each function returns what is wrong, in sentences for people; nothing when all is well. */

const check = (pattern: RegExp, max: number, rule: string): ((value: string) => string[]) => {
  return (value) => [
    ...(value.length > max ? [`must be no more than ${max} characters`] : []),
    ...(pattern.test(value) ? [] : [rule]),
  ]
}
const example = (rule: string, ...examples: string[]): string =>
  `${rule} (for example ${examples.map((one) => `'${one}'`).join(', or ')})`

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'

/** RFC 1123 label: at most 63 characters. */
export const dns1123Label = check(
  new RegExp(`^${LABEL}$`),
  63,
  example(
    "a lowercase RFC 1123 label must consist of lower case letters, digits or '-', and begin and end with a letter or digit",
    'my-name',
    '123-abc',
  ),
)
const SUBDOMAIN_RULE = example(
  "a lowercase RFC 1123 subdomain must consist of lower case letters, digits, '-' or '.', and begin and end with a letter or digit",
  'example.com',
)
/** RFC 1123 subdomain: at most 253 characters. */
export const dns1123Subdomain = check(new RegExp(`^${LABEL}(\\.${LABEL})*$`), 253, SUBDOMAIN_RULE)
/** A subdomain whose first label may be `*`. */
export const wildcardSubdomain = check(
  new RegExp(`^\\*\\.${LABEL}(\\.${LABEL})*$`),
  253,
  example("a wildcard subdomain must begin with '*.', followed by a lowercase RFC 1123 subdomain", '*.example.com'),
)
/** RFC 1035 label: at most 63 characters. */
export const dns1035Label = check(
  /^[a-z]([-a-z0-9]*[a-z0-9])?$/,
  63,
  example(
    "an RFC 1035 label must consist of lower case letters, digits or '-', begin with a letter, and end with a letter or digit",
    'my-name',
    'abc-123',
  ),
)

/** A name that is one segment of a URL's path. */
export function pathSegment(value: string): string[] {
  if (value === '.' || value === '..') return [`may not be '${value}'`]
  return ['/', '%'].filter((part) => value.includes(part)).map((part) => `may not contain '${part}'`)
}
/** A prefix of such a name. */
export const pathSegmentPrefix = (value: string): string[] =>
  ['/', '%'].filter((part) => value.includes(part)).map((part) => `may not contain '${part}'`)

const NAME_PART = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/
const NAME_RULE = example(
  "must consist of letters, digits, '-', '_' or '.', and begin and end with a letter or digit",
  'MyName',
  'my.name',
  '123-abc',
)

/** A qualified name: an optional subdomain and a slash, then a name of at most 63 characters (keys of labels, conditions …). */
export function qualifiedName(value: string): string[] {
  const parts = value.split('/')
  if (parts.length > 2)
    return [
      `a qualified name ${NAME_RULE} with an optional DNS subdomain and '/' before it (for example 'example.com/MyName')`,
    ]
  const name = parts.at(-1) ?? ''
  const messages: string[] = []
  if (parts.length === 2) {
    const prefix = parts[0] ?? ''
    messages.push(
      ...(prefix === '' ? ['must not be empty'] : dns1123Subdomain(prefix)).map((text) => `prefix part ${text}`),
    )
  }
  if (name === '') messages.push('name part must not be empty')
  else if (name.length > 63) messages.push('name part must be no more than 63 characters')
  // An empty name breaks both rules, and is told both.
  if (!NAME_PART.test(name)) messages.push(`name part ${NAME_RULE}`)
  return messages
}

export const labelKey = qualifiedName
/** The value of a label: empty, or at most 63 characters. */
export const labelValue = check(
  /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/,
  63,
  `a label value must be empty or ${NAME_RULE.slice('must '.length)}`,
)

/** A qualified name that has a domain, such as that of a condition or a resource of a vendor. */
export const domainPrefixedPath = (value: string): string[] => {
  const slash = value.indexOf('/')
  if (slash <= 0 || slash === value.length - 1) return ["must be a domain-prefixed path (for example 'acme.io/foo')"]
  const path = value.slice(slash + 1)
  return [
    ...dns1123Subdomain(value.slice(0, slash)).map((text) => `prefix part ${text}`),
    ...(/^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(path) ? [] : ['the path must consist of characters allowed in URLs']),
  ]
}

/** A port's name: at most 15 characters, lower case letters, digits and '-', at least one letter (RFC 6335). */
export function portName(value: string): string[] {
  const messages: string[] = []
  if (value.length > 15) messages.push('must be no more than 15 characters')
  if (!/^[-a-z0-9]+$/.test(value)) messages.push("must contain only lower case letters, digits and '-'")
  if (!/[a-z]/.test(value)) messages.push('must contain at least one letter')
  if (value.includes('--')) messages.push("must not contain consecutive '-'")
  if (/^-|-$/.test(value)) messages.push("must not begin or end with '-'")
  return messages
}
export const portNumber = (value: number): string[] =>
  Number.isInteger(value) && value >= 1 && value <= 65535 ? [] : ['must be between 1 and 65535, inclusive']

export const cIdentifier = check(
  /^[A-Za-z_][A-Za-z0-9_]*$/,
  Infinity,
  example("a C identifier must begin with a letter or '_', followed by letters, digits or '_'", 'my_name', 'MY_NAME'),
)

const dots = (value: string): string[] =>
  value === '.' || value === '..'
    ? [`must not be '${value}'`]
    : value.startsWith('..')
      ? ["must not begin with '..'"]
      : []

const ENV_RULE = example(
  "an environment variable name must consist of letters, digits, '_', '-' or '.', and must not begin with a digit",
  'my.env-name',
  'MY_ENV.NAME',
)
export const envName = (value: string): string[] => [
  ...check(/^[-._a-zA-Z][-._a-zA-Z0-9]*$/, Infinity, ENV_RULE)(value),
  ...dots(value),
]
export const configMapKey = (value: string): string[] => [
  ...check(
    /^[-._a-zA-Z0-9]+$/,
    253,
    example("a valid key must consist of letters, digits, '-', '_' or '.'", 'key.name', 'KEY_NAME', 'key-name'),
  )(value),
  ...dots(value),
]
/** Header names of HTTP probes. */
export const httpHeaderName = check(
  /^[-A-Za-z0-9]+$/,
  Infinity,
  example("a valid HTTP header must consist of letters, digits or '-'", 'X-Header-Name'),
)
/** A fraction of a whole such as `25%`. */
export const percentage = check(
  /^[0-9]+%$/,
  Infinity,
  example('a percentage must be a number followed by %', '1%', '93%'),
)

/** Finalizers that need no domain. */
const STANDARD_FINALIZERS = ['orch', 'orphan', 'foregroundDeletion']
export const finalizerName = (value: string): string[] => qualifiedName(value)
/** Built-in kinds take finalizers of the control plane and names with a domain. */
export const knownFinalizer = (value: string): string[] =>
  value.includes('/') || STANDARD_FINALIZERS.includes(value)
    ? []
    : ['the name is neither a standard finalizer name nor a fully qualified one (with a domain)']
