import { addAll } from '../../machinery/lists'
import { podOf } from '../../api/kinds/shared/pod-types'
import type * as policy from 'kt121/policy/v1beta1'
import { asDraft } from '../../api/kinds/meta/draft'
import { serviceAccountUser } from '../../api/kinds/authentication/token-claims'
import { clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { UserInfo } from '../../machinery/user'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { CONTAINER_RULES } from '../../api/pod-security-policy/container-rules'
import { POD_RULES } from '../../api/pod-security-policy/pod-rules'
import type { ContainerView, PodView, PolicyView } from '../../api/pod-security-policy/rules'
import { isAbout, PODS, refused } from '../shared/request'

const POLICIES = { group: 'policy', resource: 'podsecuritypolicies' }
const ANNOTATION = 'orch.io/psp'
const AUDIT_PREFIX = 'podsecuritypolicy.policy.orch.io/'

function containersIn(view: PodView): ContainerView[] {
  return (['initContainers', 'containers'] as const).flatMap((list) =>
    (view.spec[list] ?? []).map((container, i) => ({
      ...view,
      container,
      path: `spec.${list}[${i}]`,
    })),
  )
}

/** Fills a copy of the pod as a policy has it, and measures it. */
function measure(object: ApiObject, policy: PolicyView): { filled: ApiObject; faults: string[] } {
  const filled = clone(object)
  const pod = podOf(filled)
  const view: PodView = { pod, spec: (pod.spec ??= {}) }
  const faults: string[] = []
  const complain = (field: string, why: string) => faults.push(`${field}: ${why}`)
  for (const rule of POD_RULES) rule.fill?.(view, policy)
  for (const rule of POD_RULES) rule.check(view, policy, complain)
  for (const container of containersIn(view)) {
    for (const rule of CONTAINER_RULES) rule.fill?.(container, policy)
    for (const rule of CONTAINER_RULES) rule.check(container, policy, complain)
  }
  return { filled, faults }
}

/** Pods pass when a policy allows them that their maker, or their account, may use (admission document, PodSecurityPolicy). */
export function podSecurityPolicy({ reader, authorizer }: AdmissionEnvironment): AdmissionPlugin {
  async function mayUse(user: UserInfo, namespace: string, name: string): Promise<boolean> {
    // Policies were of another group once, and roles may still say so.
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

  function usersOf({ user, namespace, object }: AdmissionRequest): UserInfo[] {
    const account = podOf(object).spec?.serviceAccountName
    if (!account) return [user]
    const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated']
    return [{ name: serviceAccountUser(namespace, account), groups }, user]
  }

  /** The first policy that allows the pod as it is, or else the first one that does after filling it. */
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
      for (const user of users) if (await mayUse(user, request.namespace, name)) return true
      return false
    }
    let second: { policy: string; filled: ApiObject } | undefined
    const faults: string[] = []
    for (const one of policies) {
      const name = one.metadata.name ?? ''
      const { spec = {} } = asDraft<policy.PodSecurityPolicy>(one)
      const result = measure(object, { name, spec, annotations: one.metadata.annotations ?? {} })
      const unchanged = equal(normal(result.filled), normal(object))
      if (result.faults.length === 0 && !unchanged && (!mayFill || second)) continue
      if (!(await usable(name))) continue
      if (result.faults.length > 0) addAll(faults, result.faults)
      else if (unchanged) return { policy: name, filled: object }
      else second = { policy: name, filled: result.filled }
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
      // Only a new pod can be filled.
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

/** The policy that allowed the pod before goes first; the rest keep the order of their names. */
const order = (policy: ApiObject, hint: string | undefined): number =>
  hint !== undefined && policy.metadata.name === hint ? -1 : 0

/** Empty contexts mean nothing. */
function normal(object: ApiObject): unknown {
  const copy = clone(object)
  const { spec = {} } = podOf(copy)
  if (spec.securityContext && Object.keys(spec.securityContext).length === 0) delete spec.securityContext
  return copy
}

/** The garbage collector may always let go of what it owns. */
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
