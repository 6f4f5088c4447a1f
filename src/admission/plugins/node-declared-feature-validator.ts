import { type DeclaredFeature, declares } from '../../api/kinds/core/node/declared-features'
import { isSidecar } from '../../api/kinds/shared/sidecars'
import { podOf } from '../../api/kinds/shared/pod-types'
import { equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { compareQuantities, parseQuantity } from '../../machinery/quantity'
import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { isAbout, NODES, PODS, refused } from '../shared/request'

const cpuOf = (pod: ApiObject): string[] =>
  (podOf(pod).spec?.containers ?? []).map(({ resources }) => String(resources?.requests?.['cpu'] ?? '0'))
const wholeOf = (pod: ApiObject): unknown => (podOf(pod).spec as { resources?: unknown } | undefined)?.resources

/** Whether a pod update requires a node feature, by the feature's declared name (release notes, 1.35). */
const NEEDS: Readonly<Partial<Record<DeclaredFeature, (pod: ApiObject, old: ApiObject) => boolean>>> = {
  GuaranteedQoSPodCPUResize(pod, old) {
    if (podOf(old).status?.qosClass !== 'Guaranteed') return false
    const before = cpuOf(old)
    return cpuOf(pod).some((cpu, i) => compareQuantities(parseQuantity(cpu), parseQuantity(before[i] ?? '0')) !== 0)
  },
  InPlacePodVerticalScalingInitContainers(pod, old) {
    const now = podOf(pod).spec?.initContainers ?? []
    return (podOf(old).spec?.initContainers ?? []).some(
      (one, i) => !isSidecar(one) && !equal(one.resources ?? {}, now[i]?.resources ?? {}),
    )
  },
  InPlacePodLevelResourcesVerticalScaling: (pod, old) => !equal(wholeOf(pod) ?? null, wholeOf(old) ?? null),
}

/** Refuses pod updates that the pod's node does not support (admission document, NodeDeclaredFeatureValidator). */
export const nodeDeclaredFeatureValidator = ({ reader, feature, release }: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'NodeDeclaredFeatureValidator',
  operations: ['UPDATE'],
  validate(request) {
    const { object, oldObject } = request
    if (!object || !oldObject || !feature('NodeDeclaredFeatures')) return
    if (!isAbout(request, PODS) && !isAbout(request, PODS, 'resize')) return
    const name = podOf(object).spec?.nodeName
    if (!name || object.metadata.generation === oldObject.metadata.generation) return
    const needed = (Object.keys(NEEDS) as DeclaredFeature[]).filter(
      (one) => declares(one, { release, feature }) && NEEDS[one]?.(object, oldObject),
    )
    if (needed.length === 0) return
    const node = reader.get(NODES, undefined, name)
    if (!node) throw refused(request, `node "${name}" not found`)
    const { declaredFeatures = [] } = (node['status'] ?? {}) as { declaredFeatures?: string[] }
    const missing = needed.filter((one) => !declaredFeatures.includes(one))
    if (missing.length > 0)
      throw refused(
        request,
        `pod update requires features ${missing.join(', ')} which are not available on node "${name}"`,
      )
  },
})
