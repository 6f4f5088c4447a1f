import { RBAC_GROUP, RBAC_RESOURCES, type PolicyRule, type Subject } from '../../../authorization/policy'
import type { Client } from '../../../client/client'
import { isStatus } from '../../../client/status-error'
import type { Target } from '../../../client/targets'
import type { RbacKind } from './remedy'

/** Namespaces of the example. */
export const EXAMPLE_NAMESPACES = ['cider', 'press'] as const

interface Part {
  readonly target: Target
  readonly object: Record<string, unknown> & {
    readonly metadata: { readonly name: string; readonly namespace?: string }
  }
}

const core = (resource: string, namespace?: string): Target => ({
  group: '',
  version: 'v1',
  resource,
  ...(namespace && { namespace }),
})
const account = (namespace: string, name: string): Part => ({
  target: core('serviceaccounts', namespace),
  object: { metadata: { name, namespace } },
})
function rbac(kind: RbacKind, namespace: string, name: string, rest: Record<string, unknown>): Part {
  return {
    target: {
      group: RBAC_GROUP,
      version: 'v1',
      resource: RBAC_RESOURCES[kind].resource,
      ...(namespace && { namespace }),
    },
    object: { apiVersion: `${RBAC_GROUP}/v1`, kind, metadata: { name, ...(namespace && { namespace }) }, ...rest },
  }
}
const role = (namespace: string, name: string, ...rules: PolicyRule[]): Part =>
  rbac(namespace ? 'Role' : 'ClusterRole', namespace, name, { rules })
const user = (name: string): Subject => ({ kind: 'User', apiGroup: RBAC_GROUP, name })
const group = (name: string): Subject => ({ kind: 'Group', apiGroup: RBAC_GROUP, name })
const robot = (namespace: string, name: string): Subject => ({ kind: 'ServiceAccount', namespace, name })
const bind = (namespace: string, name: string, ref: string, ...subjects: Subject[]): Part => {
  const [kind, roleName] = ref.split(' ')
  return rbac(namespace ? 'RoleBinding' : 'ClusterRoleBinding', namespace, name, {
    roleRef: { apiGroup: RBAC_GROUP, kind, name: roleName },
    subjects,
  })
}
const rule = (verbs: string, resources: string, apiGroups = '', names?: string): PolicyRule => ({
  apiGroups: apiGroups.split(','),
  resources: resources.split(','),
  ...(names && { resourceNames: names.split(',') }),
  verbs: verbs.split(','),
})

/** Two namespaces with a team each, service accounts, and the most common mistakes. */
const PARTS: readonly Part[] = [
  ...EXAMPLE_NAMESPACES.map((name): Part => ({ target: core('namespaces'), object: { metadata: { name } } })),
  account('cider', 'deployer'),
  account('cider', 'dashboard'),
  account('press', 'backup'),
  {
    target: core('secrets', 'cider'),
    object: { metadata: { name: 'recipe' }, type: 'Opaque', stringData: { apples: 'many', sugar: 'none' } },
  },
  {
    target: core('configmaps', 'cider'),
    object: { metadata: { name: 'settings' }, data: { language: 'en' } },
  },
  // Teams with correct permissions.
  role(
    'cider',
    'developer',
    rule('get,list,watch', 'pods,pods/log,services,configmaps'),
    rule('get,list,watch,create,update,patch', 'deployments', 'apps'),
    rule('get,update,patch', 'configmaps', '', 'settings'),
  ),
  bind('cider', 'developers', 'Role developer', group('cider-team'), user('alice')),
  bind('press', 'viewers', 'ClusterRole view', group('press-team'), user('bob')),
  bind('cider', 'ops-edit', 'ClusterRole edit', user('carol')),
  role('', 'node-reader', rule('get,list,watch', 'nodes')),
  bind('', 'everybody-sees-nodes', 'ClusterRole node-reader', group('cider-team'), group('press-team')),
  role(
    'cider',
    'deployer',
    rule('get,list,create,patch', 'deployments,replicasets', 'apps'),
    rule('get', 'secrets', '', 'recipe'),
  ),
  bind('cider', 'deployer', 'Role deployer', robot('cider', 'deployer')),
  // Mistakes, each found and explained by the Mistakes view.
  role('press', 'backup', rule('get,list', 'secrets,configmaps')),
  bind('press', 'backup', 'Role backup', robot('press', 'backup')),
  role('cider', 'dashboard', rule('*', '*', '*')),
  bind('cider', 'dashboard', 'Role dashboard', robot('cider', 'dashboard'), robot('cider', 'default')),
  role('press', 'operator', rule('get,list,watch,create', 'deployment', 'apps/v1'), rule('create', 'pods,pods/exec')),
  bind('press', 'operators', 'Role operator', user('bob')),
  role('', 'role-keeper', rule('escalate,bind,update,create', 'roles,clusterroles', RBAC_GROUP)),
  bind('', 'role-keepers', 'ClusterRole role-keeper', user('carol')),
  bind('press', 'auditors', 'Role auditor', group('auditors')),
  role('press', 'forgotten', rule('create', 'configmaps', '', 'settings')),
]

/** How many objects of the example were created, how many existed, and which failed. */
export interface ExampleOutcome {
  readonly made: number
  readonly there: number
  readonly failures: readonly { readonly name: string; readonly error: unknown }[]
}

/** Creates the example's objects; leaves existing ones unchanged. */
export async function loadTwoTeams(client: Client): Promise<ExampleOutcome> {
  const failures: { name: string; error: unknown }[] = []
  let made = 0
  let there = 0
  for (const { target, object } of PARTS)
    try {
      await client.create(target, object)
      made++
    } catch (error) {
      if (isStatus(error, 'AlreadyExists')) there++
      else failures.push({ name: `${target.resource} ${object.metadata.name}`, error })
    }
  return { made, there, failures }
}
