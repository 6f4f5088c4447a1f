import { podOf } from '../../api/kinds/shared/pod-types'
import { evaluateLevel, type LevelVersion, levelVersionText } from '../../api/pod-security/controls'
import { compareLevels, LABEL_PREFIX, type LevelPolicy, MODES, policyOf } from '../../api/pod-security/policy'
import { invalidObject } from '../../machinery/invalid-object'
import { equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { AdmissionEnvironment, AdmissionRequest } from '../plugin'
import { PODS } from '../shared/request'
import { subjectOf } from './level-check'
import type { PodSecuritySettings } from './settings'

type Environment = Pick<AdmissionEnvironment, 'reader' | 'release'>
const MOST_PODS = 3000

/**
 * Validates the level labels of a namespace, and warns if its existing pods violate them.
 * @throws ApiError 422 for an invalid level or version, unless it was there before
 */
export function checkNamespace(
  environment: Environment,
  { defaults, exempt }: PodSecuritySettings,
  request: AdmissionRequest,
  object: ApiObject,
): void {
  const { release } = environment
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
  for (const text of existingViolations(environment, exempt.runtimeClasses, name, next)) request.warn(text)
}

const policyText = (policy: LevelPolicy): string =>
  MODES.map((mode) => `${mode}=${levelVersionText(policy[mode])}`).join(', ')

/** Warnings for existing pods that violate a stricter level; the pods themselves stay. */
function existingViolations(
  { reader, release }: Environment,
  exemptClasses: ReadonlySet<string>,
  namespace: string,
  level: LevelVersion,
): string[] {
  const all = reader.list(PODS, namespace)
  const groups = new Map<string, string[]>()
  const controllers = new Set<string>()
  for (const pod of all.slice(0, MOST_PODS)) {
    const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller)?.uid
    // Pods of one controller are alike: check one.
    if (owner !== undefined && controllers.has(owner)) continue
    if (owner !== undefined) controllers.add(owner)
    const spec = podOf(pod).spec ?? {}
    if (spec.runtimeClassName && exemptClasses.has(spec.runtimeClassName)) continue
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
    ...[...groups].map(([reasons, names]) => `${names.sort()[0] ?? ''}${others(names.length - 1)}: ${reasons}`).sort(),
  ]
}
