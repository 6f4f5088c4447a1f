import { CLUSTER_ADMIN } from '../machinery/user'
import { requestInfoOf } from '../server/request-info'
import type { RequestTrace } from '../server/trace'
import { isAside } from './asides'
import { ADMIN_NAME, type Person } from './scenario'
import type { RequestPattern } from './check'

/** A request in the form that checks test. */
export interface LogEntry {
  /** The audit ID. */
  readonly id: string
  readonly user: string
  readonly groups: readonly string[]
  readonly verb: string
  /** Group and version of the request: `v1`, `apps/v1`. */
  readonly version: string
  /** Includes the subresource: `pods/exec`; empty for non-resource paths. */
  readonly resource: string
  readonly namespace: string
  readonly name: string
  readonly status: number
  readonly query: URLSearchParams
  readonly refusedBy: readonly string[]
  readonly changedBy: readonly string[]
}

// Components of the control plane. Nodes and service accounts of other namespaces count as users.
const CONTROL_PLANE = /^system:(apiserver|orch-|serviceaccount:orch-system:)/

/** The request of a trace; undefined for requests by checks, for a page's display, or by the control plane. */
export function logEntryOf(trace: RequestTrace): LogEntry | undefined {
  if (isAside(trace.id) || CONTROL_PLANE.test(trace.user)) return undefined
  const [path = '', query = ''] = trace.path.split(/\?(.*)/s)
  const search = new URLSearchParams(query)
  const info = requestInfoOf(trace.method, { path, query: search })
  return {
    id: trace.id,
    user: trace.user,
    groups: trace.groups,
    verb: trace.verb,
    version: [info.apiGroup, info.apiVersion].filter(Boolean).join('/'),
    resource: [info.resource, info.subresource].filter(Boolean).join('/'),
    namespace: info.namespace,
    name: info.name,
    status: trace.status,
    query: search,
    refusedBy: trace.steps
      .filter(({ verdict }) => verdict === 'refused')
      .flatMap(({ stage, by }) => (by === undefined ? [stage] : [stage, by])),
    changedBy: trace.steps.flatMap(({ verdict, by }) => (verdict === 'changed' && by !== undefined ? [by] : [])),
  }
}

const isTrue = (value: string | null): boolean => value === 'true' || value === '1'

type Matchers = {
  readonly [K in Exclude<keyof RequestPattern, 'who'>]-?: (
    entry: LogEntry,
    expected: NonNullable<RequestPattern[K]>,
  ) => boolean
}

const MATCHERS: Matchers = {
  verb: ({ verb }, expected) => verb === expected,
  version: ({ version }, expected) => version === expected,
  resource: ({ resource }, expected) => resource === expected,
  namespace: ({ namespace }, expected) => namespace === expected,
  name: ({ name }, expected) => name === expected,
  status: ({ status }, expected) => status === expected,
  refused: ({ status }, expected) => status >= 400 === expected,
  refusedBy: ({ refusedBy }, expected) => refusedBy.includes(expected),
  changedBy: ({ changedBy = [] }, expected) => changedBy.includes(expected),
  forced: ({ query }, expected) => isTrue(query.get('force')) === expected,
  dryRun: ({ query }, expected) => (query.get('dryRun') === 'All') === expected,
  manager: ({ query }, expected) => query.get('fieldManager') === expected,
  query: ({ query }, expected) =>
    [...query]
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
      .includes(expected),
}

/** Whether a user matches a pattern: by name, or by group, whether the scenario lists the user or not. */
export function isWho(
  { user, groups }: Pick<LogEntry, 'user' | 'groups'>,
  who: string,
  people: Readonly<Record<string, Person>>,
): boolean {
  if (who === ADMIN_NAME) return user === CLUSTER_ADMIN.name
  if (!who.startsWith('group:')) return user === who
  const group = who.slice('group:'.length)
  const known = Object.hasOwn(people, user) ? (people[user]?.groups ?? []) : []
  return groups.includes(group) || known.includes(group)
}

/** Whether a past request matches a pattern. */
export function requestMatches(
  entry: LogEntry,
  { who, ...pattern }: RequestPattern,
  people: Readonly<Record<string, Person>>,
): boolean {
  if (who !== undefined && !isWho(entry, who, people)) return false
  return (Object.keys(pattern) as (keyof Matchers)[]).every((key) => {
    const expected = pattern[key]
    return expected === undefined || (MATCHERS[key] as (e: LogEntry, x: unknown) => boolean)(entry, expected)
  })
}
