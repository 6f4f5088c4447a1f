import { behaves } from '../api/releases/ledger'
import { policySpecOf } from '../api/policies/policy'
import type { Client } from '../client/client'
import { isObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { isStatus } from '../client/status-error'
import type { Target } from '../client/targets'
import { runNamed } from './kit'
import type { ControllerDeps, ControllerRow } from './controllers'
import { isConflictOrGone } from './default-service-account'

const NAME = 'validatingadmissionpolicy-status'
const ACCOUNT = 'validatingadmissionpolicy-status-controller'
const GROUP = 'admissionregistration.orch.io'
const RESOURCE = 'validatingadmissionpolicies'
const DEFINITIONS: Target = { group: 'apiextensions.orch.io', version: 'v1', resource: 'customresourcedefinitions' }
const role = { apiGroup: 'rbac.authorization.orch.io', kind: 'ClusterRole', name: `system:controller:${ACCOUNT}` }

/** The checker's permissions. */
const ROLES: readonly ApiObject[] = [
  {
    apiVersion: 'rbac.authorization.orch.io/v1',
    kind: 'ClusterRole',
    metadata: { name: role.name },
    rules: [
      { apiGroups: [GROUP], resources: [RESOURCE], verbs: ['get', 'list', 'watch'] },
      { apiGroups: [GROUP], resources: [`${RESOURCE}/status`], verbs: ['get', 'patch', 'update'] },
    ],
  },
  {
    apiVersion: 'rbac.authorization.orch.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: role.name },
    roleRef: role,
    subjects: [{ kind: 'ServiceAccount', name: ACCOUNT, namespace: 'orch-system' }],
  },
]

/** The newest served version of policies; undefined if none is served. */
async function servedVersion(reader: Client): Promise<string | undefined> {
  for (const version of ['v1', 'v1beta1', 'v1alpha1'])
    try {
      await reader.list({ group: GROUP, version, resource: RESOURCE })
      return version
    } catch (error) {
      if (!isStatus(error, 'NotFound')) throw error
    }
  return undefined
}

const checkedGeneration = ({ status }: ApiObject): unknown =>
  isObject(status) ? status['observedGeneration'] : undefined

/** Type-checks the expressions of validating policies against their target types, and reports the result in their status. */
export const policyTypeChecker: ControllerRow = {
  name: NAME,
  defaultOn: true,
  account: ACCOUNT,
  // Policies are optional API versions: without them the controller does nothing.
  needs: [],
  behaviour: 'policy-type-checking',
  roles: ROLES,
  async start(deps) {
    if (!behaves('policy-type-checking', deps)) return
    const version = await servedVersion(deps.reader)
    if (version !== undefined) await check(deps, { group: GROUP, version, resource: RESOURCE })
  },
}

const check = (deps: ControllerDeps, target: Target): Promise<void> =>
  runNamed(deps, NAME, {
    watches: [{ target, keys: ({ metadata }) => [metadata.name ?? ''] }],
    async reconcile(name, [policies]) {
      const policy = policies?.get(undefined, name)
      if (!policy || checkedGeneration(policy) === policy.metadata.generation) return
      const { items } = await deps.reader.list(DEFINITIONS)
      // Most clusters have no policies.
      const { typeWarnings } = await import('../api/policies/type-check')
      const warnings = typeWarnings(policySpecOf(policy), deps.release, items)
      const typeChecking = warnings.length > 0 ? { expressionWarnings: warnings } : {}
      const status = { observedGeneration: policy.metadata.generation ?? 1, typeChecking }
      try {
        await deps.client.patch(target, name, 'merge', { status }, { subresource: 'status' })
      } catch (error) {
        if (!isConflictOrGone(error)) throw error
      }
    },
  })
