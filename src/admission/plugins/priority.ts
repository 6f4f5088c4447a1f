import type * as scheduling from 'kt126/scheduling/v1'
import { podOf } from '../../api/kinds/shared/pod-types'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { podSpecIn } from '../shared/pods'
import { isAbout, refused } from '../shared/request'

type PriorityClass = Draft<scheduling.PriorityClass>

const CLASSES = { group: 'scheduling.orch.io', resource: 'priorityclasses' }

/** Resolves a pod's priority class to its numeric priority (admission document, Priority). */
export function priority({ reader, feature }: AdmissionEnvironment): AdmissionPlugin {
  const preemption = feature('NonPreemptingPriority')

  /** If several classes are the default, which validation prevents, the lowest applies. */
  function defaultClass(): PriorityClass | undefined {
    let found: PriorityClass | undefined
    for (const object of reader.list(CLASSES)) {
      const candidate = asDraft<scheduling.PriorityClass>(object)
      if (candidate.globalDefault && (!found || (candidate.value ?? 0) < (found.value ?? 0))) found = candidate
    }
    return found
  }

  function admitNewPod(request: AdmissionRequest): void {
    const spec = podSpecIn(request)
    if (!spec) return
    const wanted = spec.priorityClassName
    const chosen = wanted
      ? asDraft<scheduling.PriorityClass>(reader.get(CLASSES, undefined, wanted))
      : (defaultClass() ?? { value: 0, preemptionPolicy: 'PreemptLowerPriority' })
    if (wanted && chosen.metadata === undefined)
      throw refused(request, `no PriorityClass with name ${wanted} was found`)
    if (!wanted && chosen.metadata?.name !== undefined) spec.priorityClassName = chosen.metadata.name
    const value = chosen.value ?? 0
    if (spec.priority !== undefined && spec.priority !== value)
      throw refused(
        request,
        `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`,
      )
    spec.priority = value
    const policy = chosen.preemptionPolicy
    if (!preemption || policy === undefined) return
    if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== policy)
      throw refused(
        request,
        `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${policy} from the given PriorityClass name`,
      )
    spec.preemptionPolicy = policy
  }

  /** Clients unaware of priorities omit the values on update. */
  function keepPriority(request: AdmissionRequest): void {
    const spec = podSpecIn(request)
    if (!spec) return
    const old = podOf(request.oldObject).spec ?? {}
    if (spec.priority === undefined && old.priority !== undefined) spec.priority = old.priority
    if (preemption && spec.preemptionPolicy === undefined && old.preemptionPolicy !== undefined)
      spec.preemptionPolicy = old.preemptionPolicy
  }

  return {
    name: 'Priority',
    operations: ['CREATE', 'UPDATE'],
    admit(request) {
      if (request.operation === 'CREATE') admitNewPod(request)
      else keepPriority(request)
    },
    validate(request) {
      if (!request.object || !isAbout(request, CLASSES)) return
      if (asDraft<scheduling.PriorityClass>(request.object).globalDefault !== true) return
      const other = defaultClass()?.metadata?.name
      if (other !== undefined && (request.operation === 'CREATE' || other !== request.object.metadata.name))
        throw refused(request, `PriorityClass ${other} is already marked as default. Only one default can exist`)
    },
  }
}
