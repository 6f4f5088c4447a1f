import { fileLabel } from '../machinery/file-label'
import { isObject } from '../machinery/json'
import { AUTHENTICATED_GROUP, type UserInfo } from '../machinery/user'
import { messageOf } from '../machinery/message-of'
import type { Attributes, Authorizer, Decision, NonResourceRule, ResourceRule, RulesFor } from './authorizer'

/** Policy file of the ABAC authorizer: one JSON object per line; empty lines and lines starting with `#` are skipped. */
export const ABAC_API_VERSION = 'abac.authorization.orch.io/v1beta1'

/** One line of a policy file: who may do what. `*` matches everything. */
export interface AbacPolicy {
  /** Line number in the file, from 1. */
  readonly line: number
  readonly user: string
  readonly group: string
  readonly readonly: boolean
  readonly apiGroup: string
  readonly resource: string
  readonly namespace: string
  readonly nonResourcePath: string
}

/** A line of a policy file that can't be read. */
export class AbacPolicyError extends Error {
  override readonly name = 'AbacPolicyError'
  constructor(
    readonly file: string,
    readonly line: number,
    readonly why: string,
  ) {
    super(`error reading policy file ${fileLabel(file)}, line ${line}: ${why}`)
  }
}

const TEXTS = ['user', 'group', 'apiGroup', 'resource', 'namespace', 'nonResourcePath'] as const
const READ_VERBS = ['get', 'list', 'watch']

/** Parses a policy file. Throws `AbacPolicyError` naming the first invalid line. */
export function parseAbacPolicies(text: string, file = 'policy'): AbacPolicy[] {
  return text.split(/\r?\n/).flatMap((content, i) => {
    const trimmed = content.trim()
    return trimmed === '' || trimmed.startsWith('#') ? [] : [parseLine(trimmed, file, i + 1)]
  })
}

function parseLine(text: string, file: string, line: number): AbacPolicy {
  const refuse = (why: string): never => {
    throw new AbacPolicyError(file, line, why)
  }
  const value = parseJson(text, refuse)
  if (!isObject(value)) return refuse('a policy is a JSON object')
  if (value['apiVersion'] !== ABAC_API_VERSION)
    refuse(`apiVersion must be "${ABAC_API_VERSION}", not ${JSON.stringify(value['apiVersion'] ?? '')}`)
  if (value['kind'] !== 'Policy') refuse(`kind must be "Policy", not ${JSON.stringify(value['kind'] ?? '')}`)
  const spec = value['spec'] ?? {}
  if (!isObject(spec)) return refuse('spec must be an object')
  for (const key of Object.keys(spec))
    if (key !== 'readonly' && !(TEXTS as readonly string[]).includes(key)) refuse(`spec has no field "${key}"`)
  const readonly = spec['readonly'] ?? false
  if (typeof readonly !== 'boolean') return refuse('spec.readonly must be true or false')
  const textOf = (key: (typeof TEXTS)[number]): string => {
    const member = spec[key] ?? ''
    return typeof member === 'string' ? member : refuse(`spec.${key} must be a string`)
  }
  const policy = {
    line,
    readonly,
    user: textOf('user'),
    group: textOf('group'),
    apiGroup: textOf('apiGroup'),
    resource: textOf('resource'),
    namespace: textOf('namespace'),
    nonResourcePath: textOf('nonResourcePath'),
  }
  // A star means every authenticated user; anonymous ones must be named (document 2, "Anonymous requests").
  return policy.user === '*' || policy.group === '*' ? { ...policy, user: '', group: AUTHENTICATED_GROUP } : policy
}

function parseJson(text: string, refuse: (why: string) => never): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    return refuse(messageOf(error))
  }
}

/** The aspects of a request that a policy may not cover. */
export type AbacAspect = 'user' | 'group' | 'verb' | 'namespace' | 'resource' | 'apiGroup' | 'path'

const one = (granted: string, wanted: string): boolean => granted === '*' || granted === wanted

/** The aspects of the request that a policy does not cover; empty if it allows the request. */
export function abacLacking(
  policy: AbacPolicy,
  { user, verb, isResourceRequest, apiGroup, resource, namespace, path }: Attributes,
): AbacAspect[] {
  const missing: AbacAspect[] = []
  if (policy.user ? policy.user !== user.name : !policy.group) missing.push('user')
  if (policy.group && !user.groups.includes(policy.group)) missing.push('group')
  if (policy.readonly && !READ_VERBS.includes(verb)) missing.push('verb')
  if (isResourceRequest) {
    if (!one(policy.namespace, namespace)) missing.push('namespace')
    if (!one(policy.resource, resource)) missing.push('resource')
    if (!one(policy.apiGroup, apiGroup)) missing.push('apiGroup')
  } else {
    const { nonResourcePath: granted } = policy
    const prefix = granted.endsWith('*') ? granted.replace(/\*+$/, '') : undefined
    if (granted !== path && (prefix === undefined || !path.startsWith(prefix))) missing.push('path')
  }
  return missing
}

/** ABAC: allows requests that a policy of the file covers, and has no opinion on others. */
export class AbacAuthorizer implements Authorizer {
  readonly name = 'ABAC'
  constructor(readonly policies: readonly AbacPolicy[]) {}

  authorize(attributes: Attributes): Decision {
    return this.policies.some((policy) => abacLacking(policy, attributes).length === 0)
      ? { verdict: 'allow', reason: '' }
      : { verdict: 'no-opinion', reason: 'No policy matched.' }
  }

  rulesFor(user: UserInfo, namespace: string): RulesFor {
    const resourceRules: ResourceRule[] = []
    const nonResourceRules: NonResourceRule[] = []
    for (const policy of this.policies) {
      const applies =
        (policy.user ? policy.user === user.name : policy.group !== '') &&
        (!policy.group || user.groups.includes(policy.group))
      if (!applies || !one(policy.namespace, namespace)) continue
      const verbs = policy.readonly ? READ_VERBS : ['*']
      if (policy.resource) resourceRules.push({ verbs, apiGroups: [policy.apiGroup], resources: [policy.resource] })
      if (policy.nonResourcePath) nonResourceRules.push({ verbs, nonResourceURLs: [policy.nonResourcePath] })
    }
    return { resourceRules, nonResourceRules, incomplete: false }
  }
}
