import type * as policy from 'kt121/policy/v1beta1'
import { serviceAccountUser } from '../../api/kinds/authentication/token-claims'
import { asDraft } from '../../api/kinds/meta/draft'
import { podOf } from '../../api/kinds/shared/pod-types'
import { measure } from '../../api/pod-security-policy/measure'
import type { Authorizer } from '../../authorization/authorizer'
import { equal } from '../../machinery/json'
import { addAll } from '../../machinery/lists'
import type { ApiObject } from '../../machinery/object'
import type { UserInfo } from '../../machinery/user'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { isAbout, PODS, refused } from '../shared/request'

const POLICIES = { group: 'policy', resource: 'podsecuritypolicies' }
const ANNOTATION = 'orch.io/psp'
const AUDIT_PREFIX = 'podsecuritypolicy.policy.orch.io/'

/** Allows pods that satisfy a policy which their creator or service account may use (admission document, PodSecurityPolicy). */
export function podSecurityPolicy({ reader, authorizer }: AdmissionEnvironment): AdmissionPlugin {
  /** The first policy that accepts the pod unchanged, or else the first that accepts it after defaulting. */
  async function allow(
    request: AdmissionRequest,
    object: ApiObject,
    mayFill: boolean,
  ): Promise<{ policy: string; filled: ApiObject }> {
    const hint = mayFill ? undefined : object.metadata.annotations?.[ANNOTATION]
    const policies = [...reader.list(POLICIES)].sort((a, b) => order(a, hint) - order(b, hint))
    if (policies.length === 0)
      throw refused(request, 'PodSecurityPolicy: no providers available to validate pod request')
    const users = usersOf(request)
    const usable = async (name: string): Promise<boolean> => {
      for (const user of users) if (await mayUse(authorizer, user, request.namespace, name)) return true
      return false
    }
    let second: { policy: string; filled: ApiObject } | undefined
    const faults: string[] = []
    for (const one of policies) {
      const name = one.metadata.name ?? ''
      const { spec = {} } = asDraft<policy.PodSecurityPolicy>(one)
      const pod = measure(object, { name, spec, annotations: one.metadata.annotations ?? {} })
      if (pod.faults.length === 0 && !pod.unchanged && (!mayFill || second)) continue
      if (!(await usable(name))) continue
      if (pod.faults.length > 0) addAll(faults, pod.faults)
      else if (pod.unchanged) return { policy: name, filled: object }
      else second = { policy: name, filled: pod.filled }
    }
    if (second) return second
    throw refused(
      request,
      `PodSecurityPolicy: unable to ${mayFill ? 'admit' : 'validate'} pod: [${[...new Set(faults)].join(', ')}]`,
    )
  }

  return {
    name: 'PodSecurityPolicy',
    operations: ['CREATE', 'UPDATE'],
    async admit(request) {
      const { object } = request
      // Only a new pod can be defaulted.
      if (!object || request.operation !== 'CREATE' || !isAbout(request, PODS)) return
      const { policy: name, filled } = await allow(request, object, true)
      Object.assign(object, filled)
      object.metadata.annotations = { ...object.metadata.annotations, [ANNOTATION]: name }
      request.annotate(`${AUDIT_PREFIX}admit-policy`, name)
    },
    async validate(request) {
      const { object, oldObject } = request
      if (!object || !isAbout(request, PODS) || onlyOwnersChange(object, oldObject)) return
      const { policy: name } = await allow(request, object, false)
      request.annotate(`${AUDIT_PREFIX}validate-policy`, name)
    },
  }
}

/** Users whose permission to use a policy counts: the pod's service account and the requester. */
function usersOf({ user, namespace, object }: AdmissionRequest): UserInfo[] {
  const account = podOf(object).spec?.serviceAccountName
  if (!account) return [user]
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated']
  return [{ name: serviceAccountUser(namespace, account), groups }, user]
}

async function mayUse(authorizer: Authorizer, user: UserInfo, namespace: string, name: string): Promise<boolean> {
  // Roles may still name the policies' former group.
  for (const apiGroup of ['policy', 'extensions']) {
    const { verdict } = await authorizer.authorize({
      user,
      verb: 'use',
      isResourceRequest: true,
      apiGroup,
      apiVersion: '*',
      resource: POLICIES.resource,
      subresource: '',
      namespace,
      name,
      path: '',
    })
    if (verdict === 'allow') return true
  }
  return false
}

/** The policy that accepted the pod before comes first; the rest are sorted by name. */
const order = (policy: ApiObject, hint: string | undefined): number =>
  hint !== undefined && policy.metadata.name === hint ? -1 : 0

/** The garbage collector may always remove owner references. */
function onlyOwnersChange(object: ApiObject, old: ApiObject | undefined): boolean {
  if (!old) return false
  const rest = ({ metadata, ...parts }: ApiObject) => {
    const {
      ownerReferences: _owners,
      finalizers: _finalizers,
      managedFields: _fields,
      resourceVersion: _version,
      ...meta
    } = metadata
    return { ...parts, metadata: meta }
  }
  return equal(rest(object), rest(old))
}
