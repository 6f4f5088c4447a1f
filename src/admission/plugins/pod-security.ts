import { type PodSpec, podOf } from '../../api/kinds/shared/pod-types'
import { asDraft } from '../../api/kinds/meta/draft'
import { evaluateLevel, type LevelVersion, levelVersionText, violationText } from '../../api/pod-security/controls'
import {
  compareLevels,
  LABEL_PREFIX,
  type Mode,
  MODES,
  parseLevel,
  parseVersion,
  type LevelPolicy,
  policyOf,
  PRIVILEGED_POLICY,
} from '../../api/pod-security/policy'
import type { Subject } from '../../api/pod-security/subject'
import { invalidObject } from '../../machinery/api-error'
import { at, equal } from '../../machinery/json'
import type { ApiObject, ObjectMeta } from '../../machinery/object'
import type { PluginConfiguration } from '../configuration'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { ConfigError, expectKind, readShape, type ConfigShape, TYPE_FIELDS } from '../../machinery/config-shape'
import { visitedContainers, keepsImages } from '../shared/pods'
import { isAbout, NAMESPACES, PODS, refused } from '../shared/request'

/** The level of namespaces without labels, where no default is configured: everything is allowed. */
const FULLY_PRIVILEGED = 'privileged:latest'
const VERSIONS = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `pod-security.admission.config.orch.io/${version}`)
const SHAPE: ConfigShape = {
  fields: {
    ...TYPE_FIELDS,
    defaults: {
      fields: Object.fromEntries(MODES.flatMap((mode) => [mode, `${mode}-version`].map((name) => [name, 'string']))),
    },
    exemptions: {
      fields: { usernames: { list: 'string' }, runtimeClasses: { list: 'string' }, namespaces: { list: 'string' } },
    },
  },
}
interface Configuration {
  readonly defaults: LevelPolicy
  readonly exempt: {
    readonly users: Set<string>
    readonly runtimeClasses: Set<string>
    readonly namespaces: Set<string>
  }
}

/** Where workloads keep the template of their pods. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  '/podtemplates': ['template'],
  '/replicationcontrollers': ['spec', 'template'],
  'apps/replicasets': ['spec', 'template'],
  'apps/deployments': ['spec', 'template'],
  'apps/statefulsets': ['spec', 'template'],
  'apps/daemonsets': ['spec', 'template'],
  'batch/jobs': ['spec', 'template'],
  'batch/cronjobs': ['spec', 'jobTemplate', 'spec', 'template'],
}
/** The only other way to give a pod containers. */
const EPHEMERAL = 'ephemeralcontainers'
/** Annotations that confine containers in older releases. */
const PROFILE = /^(container\.apparmor\.security\.beta|(container\.)?seccomp\.security\.alpha)\.orch\.io\//
const MOST_PODS = 3000

function readConfiguration(configuration: PluginConfiguration | undefined): Configuration {
  if (!configuration)
    return {
      defaults: PRIVILEGED_POLICY,
      exempt: { users: new Set(), runtimeClasses: new Set(), namespaces: new Set() },
    }
  const { value, where } = configuration
  expectKind(value, 'PodSecurityConfiguration', VERSIONS, where)
  const { defaults = {}, exemptions = {} } = readShape<{
    defaults?: Record<string, string>
    exemptions?: { usernames?: string[]; runtimeClasses?: string[]; namespaces?: string[] }
  }>(value, SHAPE, where)
  const { usernames = [], runtimeClasses = [], namespaces = [] } = exemptions
  for (const [name, list] of Object.entries({ usernames, runtimeClasses, namespaces }))
    for (const [i, item] of list.entries())
      if (item === '' || list.indexOf(item) < i)
        throw new ConfigError(`${where}: exemptions.${name}[${i}] ${item === '' ? 'is empty' : 'is there twice'}`)
  const read = (mode: Mode): LevelVersion => {
    const [levelText, versionText] = [defaults[mode] || 'privileged', defaults[`${mode}-version`] || 'latest']
    const [level, version] = [parseLevel(levelText), parseVersion(versionText)]
    if (level === undefined) throw new ConfigError(`${where}: defaults.${mode}: there is no level "${levelText}"`)
    if (version === undefined)
      throw new ConfigError(`${where}: defaults.${mode}-version must be "latest" or "v1.x", not "${versionText}"`)
    return { level, version }
  }
  return {
    defaults: { enforce: read('enforce'), audit: read('audit'), warn: read('warn') },
    exempt: { users: new Set(usernames), runtimeClasses: new Set(runtimeClasses), namespaces: new Set(namespaces) },
  }
}

const subjectOf = (metadata: ObjectMeta | undefined, spec: PodSpec | undefined): Subject => ({
  annotations: metadata?.annotations ?? {},
  spec: spec ?? {},
})

/** Pods keep to the security level of their namespace (admission document, PodSecurity). */
export function podSecurity(
  { reader, release }: AdmissionEnvironment,
  configuration?: PluginConfiguration,
): AdmissionPlugin {
  const { defaults, exempt } = readConfiguration(configuration)
  const violations = (level: LevelVersion, subject: Subject): string =>
    violationText(evaluateLevel(level, subject, release))
  const annotate = (request: AdmissionRequest, key: string, value: string) =>
    request.annotate(LABEL_PREFIX + key, value)

  /** The policy for a request's pods; undefined when no level applies to them. */
  function policyFor(request: AdmissionRequest, modes: readonly Mode[]): LevelPolicy | undefined {
    if (exempt.namespaces.has(request.namespace)) return void annotate(request, 'exempt', 'namespace')
    if (exempt.users.has(request.user.name)) return void annotate(request, 'exempt', 'user')
    const labels = reader.get(NAMESPACES, undefined, request.namespace)?.metadata.labels ?? {}
    const { policy, errors } = policyOf(labels, defaults, release)
    if (errors.length > 0)
      annotate(request, 'error', `Failed to parse policy: ${errors.map(({ message }) => message).join(', ')}`)
    if (modes.some((mode) => policy[mode].level !== 'privileged')) return policy
    if (modes.includes('enforce')) annotate(request, 'enforce-policy', FULLY_PRIVILEGED)
    return undefined
  }

  function evaluate(request: AdmissionRequest, policy: LevelPolicy, subject: Subject, enforce: boolean): void {
    const runtimeClass = subject.spec.runtimeClassName
    if (runtimeClass && exempt.runtimeClasses.has(runtimeClass)) return annotate(request, 'exempt', 'runtimeClass')
    const would = (level: LevelVersion): string | undefined => {
      const found = violations(level, subject)
      return found && `would violate PodSecurity "${levelVersionText(level)}": ${found}`
    }
    if (enforce) annotate(request, 'enforce-policy', levelVersionText(policy.enforce))
    const recorded = would(policy.audit)
    if (recorded) annotate(request, 'audit-violations', recorded)
    const wrong = enforce ? violations(policy.enforce, subject) : ''
    if (wrong) throw refused(request, `violates PodSecurity "${levelVersionText(policy.enforce)}": ${wrong}`)
    const warning = would(policy.warn)
    if (warning) request.warn(warning)
  }

  function validatePod(request: AdmissionRequest, object: ApiObject): void {
    const policy = policyFor(request, MODES)
    if (!policy || !isSignificant(request)) return
    evaluate(request, policy, subjectOf(object.metadata, podOf(object).spec), true)
  }

  function validateWorkload(request: AdmissionRequest, object: ApiObject): void {
    const path = TEMPLATES[`${request.resource.group}/${request.resource.resource}`]
    const template = path && at(object, ...path)
    if (!template || request.subresource !== '') return
    const policy = policyFor(request, ['audit', 'warn'])
    const { metadata, spec } = asDraft<{ metadata: ObjectMeta; spec: PodSpec }>(template)
    if (policy) evaluate(request, policy, subjectOf(metadata as ObjectMeta, spec), false)
  }

  function validateNamespace(request: AdmissionRequest, object: ApiObject): void {
    const now = policyOf(object.metadata.labels ?? {}, defaults, release)
    const before = request.oldObject && policyOf(request.oldObject.metadata.labels ?? {}, defaults, release)
    if (now.errors.length > 0 && !equal(now.errors, before?.errors))
      throw invalidObject({ group: '', kind: 'Namespace' }, object.metadata.name ?? '', now.errors)
    const name = object.metadata.name ?? ''
    const stated = Object.keys(object.metadata.labels ?? {}).some((label) => label.startsWith(LABEL_PREFIX))
    if (exempt.namespaces.has(name)) {
      if (stated && !equal(now, before))
        request.warn(
          `namespace "${name}" is exempt from Pod Security, and the policy (${policyText(now.policy)}) will be ignored`,
        )
      return
    }
    const [next, old] = [now.policy.enforce, before?.policy.enforce]
    if (!old || next.level === 'privileged' || equal(next, old)) return
    if (next.version === old.version && compareLevels(next.level, old.level) <= 0) return
    for (const text of existingViolations(name, next)) request.warn(text)
  }

  /** Pods that are there already stay; whoever makes the level stricter is told about them. */
  function existingViolations(namespace: string, level: LevelVersion): string[] {
    const all = reader.list(PODS, namespace)
    const groups = new Map<string, string[]>()
    const controllers = new Set<string>()
    for (const pod of all.slice(0, MOST_PODS)) {
      const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller)?.uid
      // The pods of one controller are alike.
      if (owner !== undefined && controllers.has(owner)) continue
      if (owner !== undefined) controllers.add(owner)
      const spec = podOf(pod).spec ?? {}
      if (spec.runtimeClassName && exempt.runtimeClasses.has(spec.runtimeClassName)) continue
      const reasons = evaluateLevel(level, subjectOf(pod.metadata, spec), release)
        .flatMap(({ violation }) => (violation ? [violation.reason] : []))
        .join(', ')
      if (reasons) groups.set(reasons, [...(groups.get(reasons) ?? []), pod.metadata.name ?? ''])
    }
    if (groups.size === 0) return []
    const others = (count: number) => (count === 0 ? '' : ` (and ${count} other ${count === 1 ? 'pod' : 'pods'})`)
    return [
      ...(all.length > MOST_PODS
        ? [`new PodSecurity enforce level only checked against the first ${MOST_PODS} of ${all.length} existing pods`]
        : []),
      `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${levelVersionText(level)}"`,
      ...[...groups]
        .map(([reasons, names]) => `${names.sort()[0] ?? ''}${others(names.length - 1)}: ${reasons}`)
        .sort(),
    ]
  }

  return {
    name: 'PodSecurity',
    operations: ['CREATE', 'UPDATE'],
    validate(request) {
      const { object } = request
      if (!object) return
      if (isAbout(request, NAMESPACES)) validateNamespace(request, object)
      else if (isAbout(request, PODS) || isAbout(request, PODS, EPHEMERAL)) validatePod(request, object)
      else validateWorkload(request, object)
    },
  }
}

const policyText = (policy: LevelPolicy): string =>
  MODES.map((mode) => `${mode}=${levelVersionText(policy[mode])}`).join(', ')

/** A new pod, or a change of what its containers run or how they are confined. */
function isSignificant(request: AdmissionRequest): boolean {
  const { operation, object, oldObject } = request
  if (operation === 'CREATE' || !object || !oldObject) return true
  const count = (of: ApiObject) => visitedContainers(podOf(of).spec ?? {}).length
  const profiles = (of: ApiObject) =>
    Object.fromEntries(Object.entries(of.metadata.annotations ?? {}).filter(([key]) => PROFILE.test(key)))
  return !keepsImages(request) || count(object) !== count(oldObject) || !equal(profiles(object), profiles(oldObject))
}
