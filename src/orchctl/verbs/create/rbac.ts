import { byText } from '../../../machinery/by-text'
import type { JsonObject } from '../../../machinery/json'
import { findResource } from '../../core/catalogue'
import type { Call } from '../../core/command'
import { CommandError, PlainError } from '../../core/errors'
import type { Flag } from '../../core/flags'
import { RBAC_GROUP } from '../../core/words'
import type { Generator } from './generator'
import { parsePairs } from './pairs'

const RULE_FLAGS: readonly Flag[] = [
  { name: 'resource', type: 'list', help: 'Resources that the rule is for, such as pods,deployments.apps' },
  { name: 'resource-name', type: 'strings', help: 'Name that the rule is for; may be given more than once' },
  { name: 'verb', type: 'list', help: 'Verbs that the rule allows' },
]
/** The verbs that rules usually have. */
export const STANDARD_VERBS = [
  '*',
  'get',
  'delete',
  'list',
  'create',
  'update',
  'patch',
  'watch',
  'proxy',
  'deletecollection',
  'use',
  'bind',
  'escalate',
  'impersonate',
  'approve',
  'sign',
  'attest',
]
/** Verbs of rules about paths. */
const NON_RESOURCE = ['get', 'put', 'post', 'head', 'options', 'delete', 'patch', '*']

const unique = (list: readonly string[]): string[] => [...new Set(list)]

/** `*` makes all other verbs redundant. */
function verbsOf({ flags }: Call): string[] {
  const verbs = unique(flags.list('verb').map((verb) => verb.trim()))
  if (verbs.length === 0) throw new CommandError('at least one verb must be specified')
  return verbs.includes('*') ? ['*'] : verbs
}

/** One rule for each API group of the resources. */
async function resourceRules(call: Call, verbs: readonly string[]): Promise<JsonObject[]> {
  const { flags, session } = call
  const unknown = verbs.filter((verb) => !STANDARD_VERBS.includes(verb))
  for (const verb of unknown) session.err(`Warning: '${verb}' is not a standard resource verb`)
  const names = unique(flags.list('resource-name'))
  const groups = new Map<string, string[]>()
  for (const word of unique(flags.list('resource').map((one) => one.trim()))) {
    const [group, resource] = await groupAndResource(call, word)
    groups.set(group, unique([...(groups.get(group) ?? []), resource]))
  }
  return [...groups]
    .sort(([a], [b]) => byText(a, b))
    .map(([group, resources]) => ({
      apiGroups: [group],
      resources,
      ...(names.length > 0 && { resourceNames: names }),
      verbs: [...verbs],
    }))
}

async function groupAndResource({ session }: Call, word: string): Promise<[string, string]> {
  const [type = '', subresource] = word.split(/\/([\s\S]*)/)
  // All resources of a group: `*.apps`.
  if (type === '*' || type.startsWith('*.')) return [type.slice(2), '*']
  const discovery = await session.discovery()
  const found = await discovery.search((catalogue) => findResource(catalogue, type))
  if (!found) {
    const [name = '', ...group] = type.split('.')
    const where = group.length > 0 ? ` in group ${JSON.stringify(group.join('.'))}` : ''
    throw new PlainError(`the server doesn't have a resource type ${JSON.stringify(name)}${where}`)
  }
  return [found.group, subresource ? `${found.name}/${subresource}` : found.name]
}

/** Builds the object for `orchctl create role`. */
export const ROLE: Generator = {
  name: 'role',
  short: 'Create a role with single rule',
  flags: RULE_FLAGS,
  apiVersion: `${RBAC_GROUP}/v1`,
  kind: 'Role',
  namespaced: true,
  async build(call) {
    const verbs = verbsOf(call)
    if (call.flags.list('resource').length === 0) throw new CommandError('at least one resource must be specified')
    return { rules: await resourceRules(call, verbs) }
  },
}

/** Builds the object for `orchctl create clusterrole`. */
export const CLUSTER_ROLE: Generator = {
  name: 'clusterrole',
  short: 'Create a cluster role',
  flags: [
    ...RULE_FLAGS,
    {
      name: 'aggregation-rule',
      type: 'string',
      shown: '',
      help: 'Labels of the roles whose rules this one takes over',
    },
    { name: 'non-resource-url', type: 'list', help: 'Path that the rule is for' },
  ],
  apiVersion: `${RBAC_GROUP}/v1`,
  kind: 'ClusterRole',
  namespaced: false,
  async build(call): Promise<JsonObject> {
    const { flags } = call
    const selected = parsePairs(flags.string('aggregation-rule'), (part) => `invalid aggregation rule: ${part}`)
    const urls = unique(flags.list('non-resource-url').map((url) => url.trim()))
    const resources = flags.list('resource')
    if (Object.keys(selected).length > 0) {
      if (urls.length + resources.length + flags.list('verb').length + flags.list('resource-name').length > 0)
        throw new CommandError(
          'aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames',
        )
      return { aggregationRule: { clusterRoleSelectors: [{ matchLabels: selected }] }, rules: null }
    }
    const verbs = verbsOf(call)
    if (resources.length === 0 && urls.length === 0)
      throw new CommandError('one of resource or nonResourceURL must be specified')
    for (const url of urls) {
      if (url !== '*' && !url.startsWith('/')) throw new CommandError(`nonResourceURL should start with /`)
      if (url !== '*' && url.indexOf('*') >= 0 && url.indexOf('*') < url.length - 1)
        throw new CommandError(`nonResourceURL only supports wildcard matches when '*' is at the end`)
    }
    const [wrong] = resources.length === 0 ? verbs.filter((verb) => !NON_RESOURCE.includes(verb)) : []
    if (wrong !== undefined) throw new CommandError(`invalid verb: '${wrong}' for nonResourceURL`)
    const rules = resources.length > 0 ? await resourceRules(call, verbs) : []
    return { rules: [...rules, ...(urls.length > 0 ? [{ nonResourceURLs: urls, verbs }] : [])] }
  },
}

const SUBJECT_FLAGS: readonly Flag[] = [
  { name: 'group', type: 'strings', help: 'Group to bind; may be given more than once' },
  { name: 'serviceaccount', type: 'strings', help: 'Service account to bind, as NAMESPACE:NAME' },
  { name: 'user', type: 'strings', help: 'User to bind; may be given more than once' },
]

/** The users, groups and service accounts in the flags. */
export function subjectsOf({ flags }: Call): JsonObject[] {
  const named = (kind: string, names: readonly string[]): JsonObject[] =>
    unique(names).map((name) => ({ apiGroup: RBAC_GROUP, kind, name }))
  return [
    ...named('User', flags.list('user')),
    ...named('Group', flags.list('group')),
    ...unique(flags.list('serviceaccount')).map((word) => {
      const [namespace = '', name = '', ...more] = word.split(':')
      if (namespace === '' || name === '' || more.length > 0)
        throw new CommandError('serviceaccount must be <namespace>:<name>')
      return { kind: 'ServiceAccount', name, namespace }
    }),
  ]
}

const withSubjects = (body: JsonObject, subjects: JsonObject[]): JsonObject =>
  subjects.length > 0 ? { ...body, subjects } : body

/** Builds the object for `orchctl create rolebinding`. */
export const ROLE_BINDING: Generator = {
  name: 'rolebinding',
  short: 'Create a role binding for a particular role or cluster role',
  flags: [
    ...SUBJECT_FLAGS,
    { name: 'clusterrole', type: 'string', help: 'Cluster role to bind' },
    { name: 'role', type: 'string', help: 'Role to bind' },
  ],
  apiVersion: `${RBAC_GROUP}/v1`,
  kind: 'RoleBinding',
  namespaced: true,
  failure: 'failed to create rolebinding:',
  build(call) {
    const [role, clusterRole] = [call.flags.string('role'), call.flags.string('clusterrole')]
    if ((role === '') === (clusterRole === ''))
      throw new CommandError('exactly one of clusterrole or role must be specified')
    const roleRef = { apiGroup: RBAC_GROUP, kind: role ? 'Role' : 'ClusterRole', name: role || clusterRole }
    return withSubjects({ roleRef }, subjectsOf(call))
  },
}

/** Builds the object for `orchctl create clusterrolebinding`. */
export const CLUSTER_ROLE_BINDING: Generator = {
  name: 'clusterrolebinding',
  short: 'Create a cluster role binding for a particular cluster role',
  flags: [...SUBJECT_FLAGS, { name: 'clusterrole', type: 'string', help: 'Cluster role to bind' }],
  required: ['clusterrole'],
  apiVersion: `${RBAC_GROUP}/v1`,
  kind: 'ClusterRoleBinding',
  namespaced: false,
  failure: 'failed to create clusterrolebinding:',
  build: (call) =>
    withSubjects(
      { roleRef: { apiGroup: RBAC_GROUP, kind: 'ClusterRole', name: call.flags.string('clusterrole') } },
      subjectsOf(call),
    ),
}
