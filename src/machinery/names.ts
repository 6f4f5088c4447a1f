/** Name rules: each function returns a list of messages, empty if the value is valid. */

const check = (pattern: RegExp, max: number, rule: string): ((value: string) => string[]) => {
  return (value) => {
    const messages = value.length > max ? [`must be no more than ${max} characters`] : []
    if (!pattern.test(value)) messages.push(rule)
    return messages
  }
}
/** A rule with examples and its pattern, worded as clients of this API know it. */
const example = (rule: string, pattern: string, ...examples: string[]): string =>
  `${rule} (e.g. ${examples.map((one) => `'${one}', `).join(' or ')}regex used for validation is '${pattern}')`
/** A check that the whole value matches a pattern; the message states the rule. */
const matching = (pattern: string, max: number, rule: string, ...examples: string[]): ((value: string) => string[]) =>
  check(new RegExp(`^(?:${pattern})$`), max, example(rule, pattern, ...examples))

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`

/** RFC 1123 label: at most 63 characters. */
export const dns1123Label = matching(
  LABEL,
  63,
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  'my-name',
  '123-abc',
)
/** RFC 1123 subdomain: at most 253 characters. */
export const dns1123Subdomain = matching(
  SUBDOMAIN,
  253,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  'example.com',
)
/** Like `dns1123Label`, but for a subdomain of several labels the only error is that it contains dots. */
export const dns1123LabelWithoutDots = (value: string): string[] =>
  value.length <= 63 && value.includes('.') && dns1123Subdomain(value).length === 0
    ? ['must not contain dots']
    : dns1123Label(value)

/** A subdomain whose labels may contain underscores. */
export const subdomainWithUnderscores = matching(
  '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*',
  253,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  'example.com',
)
/** A subdomain whose first label may be `*`. */
export const wildcardSubdomain = matching(
  `\\*\\.${SUBDOMAIN}`,
  253,
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  '*.example.com',
)
/** RFC 1035 label: at most 63 characters. */
export const dns1035Label = matching(
  '[a-z]([-a-z0-9]*[a-z0-9])?',
  63,
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  'my-name',
  'abc-123',
)

/** A name that is one segment of a URL's path. */
export function pathSegment(value: string): string[] {
  if (value === '.' || value === '..') return [`may not be '${value}'`]
  return ['/', '%'].filter((part) => value.includes(part)).map((part) => `may not contain '${part}'`)
}
/** A prefix for a generated path segment. */
export const pathSegmentPrefix = (value: string): string[] =>
  ['/', '%'].filter((part) => value.includes(part)).map((part) => `may not contain '${part}'`)

const NAME_PATTERN = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const NAME_PART = new RegExp(`^${NAME_PATTERN}$`)
const NAME_RULE = example(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  NAME_PATTERN,
  'MyName',
  'my.name',
  '123-abc',
)

/** A qualified name: an optional subdomain and slash, then a name of at most 63 characters (label keys, conditions …). */
export function qualifiedName(value: string): string[] {
  const parts = value.split('/')
  if (parts.length > 2)
    return [`a qualified name ${NAME_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`]
  const name = parts.at(-1) ?? ''
  const messages: string[] = []
  if (parts.length === 2) {
    const prefix = parts[0] ?? ''
    messages.push(
      ...(prefix === '' ? ['must be non-empty'] : dns1123Subdomain(prefix)).map((text) => `prefix part ${text}`),
    )
  }
  if (name === '') messages.push('name part must be non-empty')
  else if (name.length > 63) messages.push('name part must be no more than 63 characters')
  // An empty name breaks both rules and reports both.
  if (!NAME_PART.test(name)) messages.push(`name part ${NAME_RULE}`)
  return messages
}

/** Messages for an invalid label key; empty if it is valid. */
export const labelKey = qualifiedName
/** A label value: empty, or at most 63 characters. */
export const labelValue = matching(
  `(${NAME_PATTERN})?`,
  63,
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  'MyValue',
  'my_value',
  '12345',
)

const URL_PATH_PATTERN = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"
const URL_PATH = new RegExp(`^${URL_PATH_PATTERN}$`)
/** A qualified name with a domain, such as a vendor's condition or resource. */
export const domainPrefixedPath = (value: string): (readonly [part: string, message: string])[] => {
  const slash = value.indexOf('/')
  if (slash <= 0 || slash === value.length - 1)
    return [[value, 'must be a domain-prefixed path (such as "acme.io/foo")']]
  const [domain, path] = [value.slice(0, slash), value.slice(slash + 1)]
  return [
    ...dns1123Subdomain(domain).map((text) => [domain, text] as const),
    ...(URL_PATH.test(path)
      ? []
      : [[path, `Invalid path (regex used for validation is '${URL_PATH_PATTERN}')`] as const]),
  ]
}

/** A port name: at most 15 characters, lower case letters, digits and '-', at least one letter (RFC 6335). */
export function portName(value: string): string[] {
  const messages: string[] = []
  if (value.length > 15) messages.push('must be no more than 15 characters')
  if (!/^[-a-z0-9]+$/.test(value))
    messages.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)')
  if (!/[a-z]/.test(value)) messages.push('must contain at least one letter or number (a-z, 0-9)')
  if (value.includes('--')) messages.push('must not contain consecutive hyphens')
  if (/^-|-$/.test(value)) messages.push('must not begin or end with a hyphen')
  return messages
}
/** Messages for a number that is not a port; empty if it is one. */
export const portNumber = (value: number): string[] =>
  Number.isInteger(value) && value >= 1 && value <= 65535 ? [] : ['must be between 1 and 65535, inclusive']

/** Messages for a value that is not a C identifier; empty if it is one. */
export const cIdentifier = matching(
  '[A-Za-z_][A-Za-z0-9_]*',
  Infinity,
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
  'my_name',
  'MY_NAME',
  'MyName',
)

const dots = (value: string): string[] =>
  value === '.' || value === '..'
    ? [`must not be '${value}'`]
    : value.startsWith('..')
      ? ["must not start with '..'"]
      : []

const environmentVariable = matching(
  '[-._a-zA-Z][-._a-zA-Z0-9]*',
  Infinity,
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
  'my.env-name',
  'MY_ENV.NAME',
  'MyEnvName1',
)
/** Messages for an invalid name of an environment variable; empty if it is valid. */
export const envName = (value: string): string[] => [...environmentVariable(value), ...dots(value)]

/** Name of an environment variable in releases that accept nearly all characters. */
export function anyEnvName(value: string): string[] {
  if (value === '') return ['environment variable name must be non-empty']
  return /^[ -<>-~]+$/.test(value)
    ? []
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"]
}

const configKey = matching(
  '[-._a-zA-Z0-9]+',
  253,
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  'key.name',
  'KEY_NAME',
  'key-name',
)
/** Messages for an invalid key of a ConfigMap or Secret; empty if it is valid. */
export const configMapKey = (value: string): string[] => [...configKey(value), ...dots(value)]
/** Header name of an HTTP probe. */
export const httpHeaderName = matching(
  '[-A-Za-z0-9]+',
  Infinity,
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  'X-Header-Name',
)
/** A percentage such as `25%`. */
export const percentage = matching(
  '[0-9]+%',
  Infinity,
  "a valid percent string must be a numeric string followed by an ending '%'",
  '1%',
  '93%',
)

/** Finalizers allowed without a domain. */
const STANDARD_FINALIZERS = ['orch', 'orphan', 'foregroundDeletion']
/** Messages for an invalid finalizer; empty if it is valid. */
export const finalizerName = (value: string): string[] => qualifiedName(value)
/** Built-in kinds accept the standard finalizers and names with a domain. */
export const knownFinalizer = (value: string): string[] =>
  value.includes('/') || STANDARD_FINALIZERS.includes(value)
    ? []
    : ['name is neither a standard finalizer name nor is it fully qualified']

/**
 * A name that is valid if a prefix of generated names is. A trailing dash is allowed, since a suffix follows; the server leaves out the
 * character before it, too.
 */
export const nameOfPrefix = (prefix: string): string =>
  prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix
