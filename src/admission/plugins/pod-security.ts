import { type PodSpec, podOf } from '../../api/kinds/shared/pod-types'
import { asDraft } from '../../api/kinds/meta/draft'
import { MODES } from '../../api/pod-security/policy'
import { at, equal } from '../../machinery/json'
import type { ApiObject, ObjectMeta } from '../../machinery/object'
import type { PluginConfiguration } from '../configuration'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { LevelCheck, subjectOf } from '../pod-security/level-check'
import { checkNamespace } from '../pod-security/namespace-check'
import { readSettings } from '../pod-security/settings'
import { keepsImages, visitedContainers } from '../shared/pods'
import { isAbout, NAMESPACES, PODS } from '../shared/request'

/** Path of the pod template in each workload kind. */
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
/** The only other way to add containers to a pod. */
const EPHEMERAL = 'ephemeralcontainers'
/** Annotations for security profiles in older releases. */
const PROFILE = /^(container\.apparmor\.security\.beta|(container\.)?seccomp\.security\.alpha)\.orch\.io\//

/** Enforces the namespace's pod security level (admission document, PodSecurity). */
export function podSecurity(environment: AdmissionEnvironment, configuration?: PluginConfiguration): AdmissionPlugin {
  const settings = readSettings(configuration)
  const levels = new LevelCheck(environment, settings)
  return {
    name: 'PodSecurity',
    operations: ['CREATE', 'UPDATE'],
    validate(request) {
      const { object } = request
      if (!object) return
      if (isAbout(request, NAMESPACES)) checkNamespace(environment, settings, request, object)
      else if (isAbout(request, PODS) || isAbout(request, PODS, EPHEMERAL)) checkPod(levels, request, object)
      else checkWorkload(levels, request, object)
    },
  }
}

function checkPod(levels: LevelCheck, request: AdmissionRequest, object: ApiObject): void {
  const policy = levels.policyFor(request, MODES)
  if (!policy || !isSignificant(request)) return
  levels.evaluate(request, policy, subjectOf(object.metadata, podOf(object).spec), true)
}

/** Workloads are only warned about; their pods are refused on creation. */
function checkWorkload(levels: LevelCheck, request: AdmissionRequest, object: ApiObject): void {
  const path = TEMPLATES[`${request.resource.group}/${request.resource.resource}`]
  const template = path && at(object, ...path)
  if (!template || request.subresource !== '') return
  const policy = levels.policyFor(request, ['audit', 'warn'])
  const { metadata, spec } = asDraft<{ metadata: ObjectMeta; spec: PodSpec }>(template)
  if (policy) levels.evaluate(request, policy, subjectOf(metadata as ObjectMeta, spec), false)
}

/** A new pod, or an update of its containers or security settings. */
function isSignificant(request: AdmissionRequest): boolean {
  const { operation, object, oldObject } = request
  if (operation === 'CREATE' || !object || !oldObject) return true
  const count = (of: ApiObject) => visitedContainers(podOf(of).spec ?? {}).length
  const profiles = (of: ApiObject) =>
    Object.fromEntries(Object.entries(of.metadata.annotations ?? {}).filter(([key]) => PROFILE.test(key)))
  return !keepsImages(request) || count(object) !== count(oldObject) || !equal(profiles(object), profiles(oldObject))
}
