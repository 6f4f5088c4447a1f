import { behaves } from '../api/releases/ledger'
import { parseConfigText } from '../machinery/config-text'
import { isObject, type Json, type JsonObject } from '../machinery/json'
import { messageOf } from '../machinery/message-of'
import { namesHintFor } from '../names/choice'
import type { AuditLevel, AuditStage } from './audit'

/** An invalid policy; the message names the place of the error. */
export class AuditPolicyError extends Error {
  override readonly name = 'AuditPolicyError'
}

interface ResourceRule {
  readonly group: string
  /** All of the group if empty. */
  readonly resources: readonly string[]
  readonly resourceNames: readonly string[]
}

/** One rule of a policy; an empty list matches everything. */
export interface AuditRule {
  readonly level: AuditLevel
  readonly users: readonly string[]
  readonly userGroups: readonly string[]
  readonly verbs: readonly string[]
  readonly namespaces: readonly string[]
  readonly resources: readonly ResourceRule[]
  readonly nonResourceURLs: readonly string[]
  readonly omitStages: readonly AuditStage[]
  readonly omitManagedFields: boolean
}

/** A parsed audit policy; its first matching rule decides. */
export interface AuditPolicy {
  readonly rules: readonly AuditRule[]
  /** The group `*` matches all groups. */
  readonly anyGroup: boolean
}

const LEVELS: readonly string[] = ['None', 'Metadata', 'Request', 'RequestResponse'] satisfies AuditLevel[]
const STAGES: readonly string[] = [
  'RequestReceived',
  'ResponseStarted',
  'ResponseComplete',
  'Panic',
] satisfies AuditStage[]

const fail = (why: string): never => {
  throw new AuditPolicyError(why)
}

/** Checks an object's members; an unknown one is refused by name. */
function members(value: Json | undefined, at: string, known: readonly string[]): JsonObject {
  if (!isObject(value)) return fail(`${at} must be an object`)
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  return unknown === undefined ? value : fail(`unknown field "${at}.${unknown}"`)
}

function list(value: Json | undefined, at: string): readonly Json[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : fail(`${at} must be a list`)
}

const texts = (value: Json | undefined, at: string): string[] =>
  list(value, at).map((item, i) => (typeof item === 'string' ? item : fail(`${at}[${i}] must be a string`)))

function flag(value: Json | undefined, at: string): boolean {
  if (value === undefined || value === null) return false
  return typeof value === 'boolean' ? value : fail(`${at} must be true or false`)
}

const stages = (value: Json | undefined, at: string): AuditStage[] =>
  texts(value, at).map((stage, i) =>
    STAGES.includes(stage)
      ? (stage as AuditStage)
      : fail(`${at}[${i}]: unsupported value "${stage}": supported values: ${STAGES.join(', ')}`),
  )

function resourceRule(value: Json, at: string): ResourceRule {
  const { group = '', resources, resourceNames } = members(value, at, ['group', 'resources', 'resourceNames'])
  if (typeof group !== 'string') return fail(`${at}.group must be a string`)
  // A common mistake: a group with its version.
  if (group.includes('/')) return fail(`${at}.group: "${group}": a group is named without its version`)
  const rule = {
    group,
    resources: texts(resources, `${at}.resources`),
    resourceNames: texts(resourceNames, `${at}.resourceNames`),
  }
  if (rule.resourceNames.length > 0 && rule.resources.length === 0)
    fail(`${at}.resourceNames need resources beside them`)
  return rule
}

function urls(value: Json | undefined, at: string): string[] {
  return texts(value, at).map((url, i) => {
    if (url === '*') return url
    if (!url.startsWith('/')) fail(`${at}[${i}]: "${url}" must begin with a slash, or be *`)
    if (url.slice(0, -1).includes('*')) fail(`${at}[${i}]: "${url}": a star may only stand at the end`)
    return url
  })
}

const RULE_FIELDS = [
  'level',
  'users',
  'userGroups',
  'verbs',
  'namespaces',
  'resources',
  'nonResourceURLs',
  'omitStages',
  'omitManagedFields',
]

function rule(value: Json, at: string, omitted: readonly AuditStage[], omitsManagedFields: boolean): AuditRule {
  const given = members(value, at, RULE_FIELDS)
  const { level } = given
  if (typeof level !== 'string' || !LEVELS.includes(level))
    return fail(`${at}.level: unsupported value ${JSON.stringify(level ?? '')}: supported values: ${LEVELS.join(', ')}`)
  const read: AuditRule = {
    level: level as AuditLevel,
    users: texts(given.users, `${at}.users`),
    userGroups: texts(given.userGroups, `${at}.userGroups`),
    verbs: texts(given.verbs, `${at}.verbs`),
    namespaces: texts(given.namespaces, `${at}.namespaces`),
    resources: list(given.resources, `${at}.resources`).map((item, i) => resourceRule(item, `${at}.resources[${i}]`)),
    nonResourceURLs: urls(given.nonResourceURLs, `${at}.nonResourceURLs`),
    omitStages: [...omitted, ...stages(given.omitStages, `${at}.omitStages`)],
    omitManagedFields:
      given.omitManagedFields === undefined
        ? omitsManagedFields
        : flag(given.omitManagedFields, `${at}.omitManagedFields`),
  }
  if (read.nonResourceURLs.length > 0 && (read.resources.length > 0 || read.namespaces.length > 0))
    fail(`${at}.nonResourceURLs: a rule is about resources or about other addresses, not both`)
  return read
}

/**
 * Parses the content of `--audit-policy-file`, YAML or JSON.
 * @throws AuditPolicyError that names the place of the error
 */
export function parseAuditPolicy(text: string, release: number): AuditPolicy {
  let value: Json
  try {
    value = parseConfigText(text)
  } catch (error) {
    return fail(messageOf(error))
  }
  const given = members(value, 'policy', ['apiVersion', 'kind', 'metadata', 'rules', 'omitStages', 'omitManagedFields'])
  const versions = ['v1', ...(behaves('audit-policy-beta-versions', release) ? ['v1beta1', 'v1alpha1'] : [])].map(
    (version) => `audit.orch.io/${version}`,
  )
  if (given.kind !== 'Policy') fail(`kind must be "Policy", not ${JSON.stringify(given.kind ?? '')}`)
  if (typeof given.apiVersion !== 'string' || !versions.includes(given.apiVersion)) {
    const found = JSON.stringify(given.apiVersion ?? '')
    fail(`apiVersion must be ${versions.join(' or ')}, not ${found}${namesHintFor(found)}`)
  }
  const omitted = stages(given.omitStages, 'omitStages')
  const omitsManagedFields = flag(given.omitManagedFields, 'omitManagedFields')
  const rules = list(given.rules, 'rules').map((item, i) => rule(item, `rules[${i}]`, omitted, omitsManagedFields))
  if (rules.length === 0) fail('a policy needs at least one rule')
  return { rules, anyGroup: behaves('audit-any-group', release) }
}
