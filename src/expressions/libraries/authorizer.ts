import { fail } from '../expression-error'
import { dns1123Label, dns1123Subdomain } from '../../machinery/names'
import { overload, type Library } from '../functions'
import { OpaqueValue } from '../values'

const PREFIX = 'orch.authorization.'
const [AUTHORIZER, PATH, GROUP, RESOURCE, DECISION] = [
  'Authorizer',
  'PathCheck',
  'GroupCheck',
  'ResourceCheck',
  'Decision',
].map((name) => PREFIX + name) as [string, string, string, string, string]
/** Type names of the variables `authorizer` and `authorizer.requestResource`. */
export const AUTHORIZER_TYPE = AUTHORIZER
/** Type of a check of a resource before it is complete. */
export const RESOURCE_CHECK_TYPE = RESOURCE

/** An authorization check made by an expression. */
export interface Check {
  /** Absent for the user who sent the request. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string }
  readonly verb: string
  readonly path?: string
  readonly group?: string
  readonly resource?: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
  readonly fieldSelector?: string
  readonly labelSelector?: string
}
/** What the authorizers answered to a check. */
export interface Answer {
  readonly allowed: boolean
  readonly reason: string
  readonly error: string
}
/** Answers synchronously, or throws a value for which the evaluation must wait. */
export type Ask = (check: Check) => Answer

type Draft = Omit<Check, 'verb'> & { readonly ask: Ask }
const draftOf = ({ data }: OpaqueValue): Draft => data as Draft
const answerOf = ({ data }: OpaqueValue): Answer => data as Answer

/** The value of the variable `authorizer`. */
export const authorizerValue = (ask: Ask): OpaqueValue => new OpaqueValue(AUTHORIZER, { ask })
/** The value of `authorizer.requestResource`. */
export const resourceCheckValue = (ask: Ask, resource: Omit<Check, 'verb'>): OpaqueValue =>
  new OpaqueValue(RESOURCE, { ...resource, ask })

const notBlank = (text: string, what: string): string => (text.trim() === '' ? fail(`${what} must not be empty`) : text)
function serviceAccount(value: OpaqueValue, namespace: string, name: string): OpaqueValue {
  const wrongName = dns1123Subdomain(name)
  if (wrongName.length > 0) fail(`Invalid service account name: ${wrongName.join(', ')}`)
  const wrongNamespace = dns1123Label(namespace)
  if (wrongNamespace.length > 0) fail(`Invalid service account namespace: ${wrongNamespace.join(', ')}`)
  return new OpaqueValue(AUTHORIZER, { ...draftOf(value), serviceAccount: { namespace, name } })
}
const step = (type: string, name: string, to: string, change: (text: string) => object) =>
  overload(
    `${type}::${name}(string) ${to}`,
    (value: OpaqueValue, text: string) => new OpaqueValue(to, { ...draftOf(value), ...change(text) }),
  )
const check = (type: string) =>
  overload(
    `${type}::check(string) ${DECISION}`,
    (value: OpaqueValue, verb: string) => {
      const { ask, ...draft } = draftOf(value)
      return new OpaqueValue(DECISION, ask({ ...draft, verb }))
    },
    () => CHECK_COST,
  )
/** High enough that only two checks fit into one expression. */
const CHECK_COST = 350_000

/** Functions for authorization checks. */
export const AUTHORIZER_FUNCTIONS: Library = [
  overload(`${AUTHORIZER}::serviceAccount(string, string) ${AUTHORIZER}`, serviceAccount),
  step(AUTHORIZER, 'path', PATH, (path) => ({ path: notBlank(path, 'path') })),
  step(AUTHORIZER, 'group', GROUP, (group) => ({ group })),
  step(GROUP, 'resource', RESOURCE, (resource) => ({ resource: notBlank(resource, 'resource') })),
  step(RESOURCE, 'subresource', RESOURCE, (subresource) => ({ subresource })),
  step(RESOURCE, 'namespace', RESOURCE, (namespace) => ({ namespace })),
  step(RESOURCE, 'name', RESOURCE, (name) => ({ name })),
  check(PATH),
  check(RESOURCE),
  overload(`${DECISION}::allowed() bool`, (value: OpaqueValue) => answerOf(value).allowed),
  overload(`${DECISION}::reason() string`, (value: OpaqueValue) => answerOf(value).reason),
  overload(`${DECISION}::errored() bool`, (value: OpaqueValue) => answerOf(value).error !== ''),
  overload(`${DECISION}::error() string`, (value: OpaqueValue) => answerOf(value).error),
]
/** Field and label selectors in checks. */
export const AUTHORIZER_SELECTORS: Library = [
  step(RESOURCE, 'fieldSelector', RESOURCE, (fieldSelector) => ({ fieldSelector })),
  step(RESOURCE, 'labelSelector', RESOURCE, (labelSelector) => ({ labelSelector })),
]
