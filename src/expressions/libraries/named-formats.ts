import { dns1035Label, dns1123Label, dns1123Subdomain, labelValue, qualifiedName } from '../../machinery/names'
import { parseUri } from '../../machinery/uri'
import { messageOf } from '../../machinery/message-of'
import { overload, type Library } from '../functions'
import { parseTimestamp } from '../times'
import { OpaqueValue, OptionalValue } from '../values'

const TYPE = 'orch.NamedFormat'
type Check = (text: string) => string[]
const matching =
  (pattern: RegExp, why: string): Check =>
  (text) =>
    pattern.test(text) ? [] : [why]
/** A name with a trailing dash is valid as a prefix if it is valid without the dash. */
const prefix =
  (check: Check): Check =>
  (text) =>
    check(text.replace(/-$/, 'a'))

function uri(text: string): string[] {
  try {
    const { scheme } = parseUri(text)
    if (text !== '' && (scheme !== '' || text.startsWith('/'))) return []
    return [`parse ${JSON.stringify(text)}: ${text === '' ? 'empty url' : 'invalid URI for request'}`]
  } catch (error) {
    return [`parse ${JSON.stringify(text)}: ${messageOf(error)}`]
  }
}

const FORMATS: Readonly<Record<string, Check>> = {
  dns1123Label,
  dns1123Subdomain,
  dns1035Label,
  qualifiedName,
  dns1123LabelPrefix: prefix(dns1123Label),
  dns1123SubdomainPrefix: prefix(dns1123Subdomain),
  dns1035LabelPrefix: prefix(dns1035Label),
  labelValue,
  uri,
  uuid: matching(/^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i, 'does not match the UUID format'),
  byte: matching(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'invalid base64'),
  date: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) && parseTimestamp(`${text}T00:00:00Z`) ? [] : ['invalid date']),
  datetime: (text) => (parseTimestamp(text.toUpperCase()) ? [] : ['invalid datetime']),
}
/** Cost of validation per unit of text, by the length of the pattern. */
const PATTERN_COST: Readonly<Partial<Record<string, number>>> = {
  dns1123Label: 8,
  dns1035Label: 8,
  dns1123LabelPrefix: 8,
  dns1035LabelPrefix: 8,
  labelValue: 10,
}
const LONG_PATTERN = 15
const VALUES = new Map(
  Object.entries(FORMATS).map(([name, check]) => [
    name,
    new OpaqueValue(TYPE, check, Object.is, PATTERN_COST[name] ?? LONG_PATTERN),
  ]),
)

/** Named string formats. */
export const NAMED_FORMATS: Library = [
  ...[...VALUES].map(([name, value]) => overload(`format.${name}() ${TYPE}`, () => value)),
  overload(`format.named(string) optional(${TYPE})`, (name: string) => new OptionalValue(VALUES.get(name))),
  overload(
    `${TYPE}::validate(string) optional(list(string))`,
    ({ data }: OpaqueValue, text: string) => {
      const problems = (data as Check)(text)
      return problems.length === 0 ? OptionalValue.none : new OptionalValue(problems)
    },
    ([pattern = 0, text = 0]) => Math.ceil((text + 1) * 0.1) * pattern,
  ),
]
