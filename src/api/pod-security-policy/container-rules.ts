import { checkSeLinux } from './pod-rules'
import { appArmor, containerSeccomp } from './profiles'
import { type ContainerView, contextOf, effective, inRanges, type PodPolicyRule, rangesText } from './rules'

type Rule = PodPolicyRule<ContainerView>

const runAsUser: Rule = {
  about: 'runAsUser',
  fill(view, { spec: policy }) {
    const rule = policy.runAsUser
    if (rule?.rule === 'MustRunAs' && effective(view, 'runAsUser') === undefined) {
      const first = rule.ranges?.[0]?.min
      if (first !== undefined) contextOf(view.container).runAsUser = first
    }
    // The node must be able to check that the image's user is not root.
    const silent = effective(view, 'runAsUser') === undefined && effective(view, 'runAsNonRoot') === undefined
    if (rule?.rule === 'MustRunAsNonRoot' && silent) contextOf(view.container).runAsNonRoot = true
  },
  check(view, { spec: policy }, complain) {
    const rule = policy.runAsUser
    const context = `${view.path}.securityContext`
    const [user, nonRoot] = [effective(view, 'runAsUser'), effective(view, 'runAsNonRoot')]
    if (rule?.rule === 'MustRunAs') {
      if (user === undefined) complain(`${context}.runAsUser`, 'Required value')
      else if (!inRanges(user, rule.ranges))
        complain(`${context}.runAsUser`, `must be in the ranges: ${rangesText(rule.ranges)}`)
    } else if (rule?.rule === 'MustRunAsNonRoot') {
      if (user === undefined && nonRoot === undefined)
        complain(`${context}.runAsNonRoot`, 'Required value: must be true')
      if (nonRoot === false) complain(`${context}.runAsNonRoot`, 'must be true')
      if (user === 0) complain(`${context}.runAsUser`, 'running with the root UID is forbidden')
    }
  },
}

const runAsGroup: Rule = {
  about: 'runAsGroup',
  fill(view, { spec: policy }) {
    const first = policy.runAsGroup?.rule === 'MustRunAs' ? policy.runAsGroup.ranges?.[0]?.min : undefined
    if (first !== undefined && effective(view, 'runAsGroup') === undefined) contextOf(view.container).runAsGroup = first
  },
  check(view, { spec: policy }, complain) {
    const rule = policy.runAsGroup
    if (rule?.rule !== 'MustRunAs' && rule?.rule !== 'MayRunAs') return
    const field = `${view.path}.securityContext.runAsGroup`
    const group = effective(view, 'runAsGroup')
    if (group === undefined) {
      if (rule.rule === 'MustRunAs') complain(field, 'Required value')
    } else if (!inRanges(group, rule.ranges)) complain(field, `must be in the ranges: ${rangesText(rule.ranges)}`)
  },
}

const seLinux: Rule = {
  about: 'seLinux',
  fill(view, { spec: policy }) {
    const options = policy.seLinux?.rule === 'MustRunAs' ? policy.seLinux.seLinuxOptions : undefined
    if (options && effective(view, 'seLinuxOptions') === undefined)
      contextOf(view.container).seLinuxOptions = { ...options }
  },
  check(view, { spec: policy }, complain) {
    checkSeLinux(effective(view, 'seLinuxOptions'), policy, `${view.path}.securityContext`, complain)
  },
}

const privileged: Rule = {
  about: 'privileged',
  check({ container, path }, { spec: policy }, complain) {
    if (container.securityContext?.privileged && !policy.privileged)
      complain(`${path}.securityContext.privileged`, 'Privileged containers are not allowed')
  },
}

const procMount: Rule = {
  about: 'procMount',
  check({ container, path }, { spec: policy }, complain) {
    const given = policy.allowedProcMountTypes ?? []
    const allowed = given.length === 0 ? ['Default'] : given
    if (!allowed.includes(container.securityContext?.procMount ?? 'Default'))
      complain(`${path}.securityContext.procMount`, 'ProcMountType is not allowed')
  },
}

const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])].sort()

const capabilities: Rule = {
  about: 'capabilities',
  fill({ container }, { spec: policy }) {
    const { add = [], drop = [] } = container.securityContext?.capabilities ?? {}
    const defaults = (policy.defaultAddCapabilities ?? []).filter((name) => !drop.includes(name))
    const adds = union(add, defaults)
    const drops = union(drop, policy.requiredDropCapabilities ?? [])
    if (adds.length === new Set(add).size && drops.length === new Set(drop).size) return
    contextOf(container).capabilities = {
      ...(adds.length > 0 && { add: adds }),
      ...(drops.length > 0 && { drop: drops }),
    }
  },
  check({ container, path }, { spec: policy }, complain) {
    const { defaultAddCapabilities = [], allowedCapabilities = [], requiredDropCapabilities = [] } = policy
    const field = `${path}.securityContext.capabilities`
    const own = container.securityContext?.capabilities
    if (!own) {
      if (defaultAddCapabilities.length + requiredDropCapabilities.length > 0)
        complain(field, 'required capabilities are not set on the securityContext')
      return
    }
    if (!allowedCapabilities.includes('*'))
      for (const name of own.add ?? [])
        if (!defaultAddCapabilities.includes(name) && !allowedCapabilities.includes(name))
          complain(`${field}.add`, `capability ${name} may not be added`)
    for (const name of requiredDropCapabilities)
      if (!own.drop?.includes(name)) complain(`${field}.drop`, `${name} is required to be dropped but was not found`)
  },
}

const hostPorts: Rule = {
  about: 'hostPorts',
  check({ container, path }, { spec: policy }, complain) {
    for (const [i, { hostPort }] of (container.ports ?? []).entries())
      if (hostPort && !inRanges(hostPort, policy.hostPorts))
        complain(
          `${path}.ports[${i}].hostPort`,
          `Host port ${hostPort} is not allowed to be used. Allowed ports: ${rangesText(policy.hostPorts)}`,
        )
  },
}

const readOnlyRootFilesystem: Rule = {
  about: 'readOnlyRootFilesystem',
  fill({ container }, { spec: policy }) {
    if (policy.readOnlyRootFilesystem && container.securityContext?.readOnlyRootFilesystem === undefined)
      contextOf(container).readOnlyRootFilesystem = true
  },
  check({ container, path }, { spec: policy }, complain) {
    if (policy.readOnlyRootFilesystem && container.securityContext?.readOnlyRootFilesystem !== true)
      complain(`${path}.securityContext.readOnlyRootFilesystem`, 'ReadOnlyRootFilesystem must be set to true')
  },
}

const allowPrivilegeEscalation: Rule = {
  about: 'allowPrivilegeEscalation',
  fill({ container }, { spec: policy }) {
    const context = container.securityContext
    const powerful = context?.privileged || context?.capabilities?.add?.includes('SYS_ADMIN')
    if (context?.allowPrivilegeEscalation !== undefined || powerful) return
    const value =
      policy.defaultAllowPrivilegeEscalation ?? (policy.allowPrivilegeEscalation === false ? false : undefined)
    if (value !== undefined) contextOf(container).allowPrivilegeEscalation = value
  },
  check({ container, path }, { spec: policy }, complain) {
    if (policy.allowPrivilegeEscalation === false && container.securityContext?.allowPrivilegeEscalation !== false)
      complain(
        `${path}.securityContext.allowPrivilegeEscalation`,
        'Allowing privilege escalation for containers is not allowed',
      )
  },
}

/** Rules about each container, in the order in which they are applied. */
export const CONTAINER_RULES: readonly Rule[] = [
  runAsUser,
  runAsGroup,
  seLinux,
  appArmor,
  containerSeccomp,
  privileged,
  procMount,
  capabilities,
  hostPorts,
  readOnlyRootFilesystem,
  allowPrivilegeEscalation,
]
