import type * as core from 'kt126/core/v1'
import { podOf } from '../../shared/pod-types'
import { invalidObject } from '../../../../machinery/invalid-object'
import { forbidden, invalid } from '../../../../machinery/field-error'
import { clone } from '../../../../machinery/json'
import { timestamp } from '../../../../machinery/clock'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { behaves } from '../../../releases/ledger'
import type { Draft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { alignServiceAccount, defaultPod, defaultPodSpec } from '../../shared/pod-defaults'
import { validatePodSpec, validateTokenVolumes } from '../../shared/pod-spec'
import { validatePodAnnotations } from '../../shared/pod-annotations'
import { validateEphemeralUpdate, validatePodStatusUpdate, validatePodUpdate } from '../../shared/pod-update'
import { podNameWarnings, podWarnings } from '../../shared/pod-warnings'
import { qosClassOf } from '../../shared/qos-class'
import { copyAppArmor } from '../../shared/app-armor'
import { mergeLabelKeys } from '../../shared/match-label-keys'
import { copySeccomp, validateSeccompAgreement } from '../../shared/seccomp'
import { POD_TABLE } from './pod-cells'
import { countSpecChange, keepObservedGenerations } from './pod-generation'
import { resize } from './pod-resize'

const DEFAULT_GRACE = 30

/** Fields of container states that are always present, even if unknown. */
function completeContainerStatus(status: Draft<core.ContainerStatus>): void {
  status.image ??= ''
  status.imageID ??= ''
  status.ready ??= false
  status.restartCount ??= 0
  status.state ??= {}
  status.lastState ??= {}
  for (const state of [status.state, status.lastState]) {
    if (state.running) Object.assign(state.running, { startedAt: state.running.startedAt ?? null })
    if (state.terminated)
      Object.assign(state.terminated, {
        exitCode: state.terminated.exitCode ?? 0,
        startedAt: state.terminated.startedAt ?? null,
        finishedAt: state.terminated.finishedAt ?? null,
      })
  }
}

function completeStatus(status: Draft<core.PodStatus>): void {
  for (const condition of status.conditions ?? [])
    Object.assign(condition, {
      lastProbeTime: condition.lastProbeTime ?? null,
      lastTransitionTime: condition.lastTransitionTime ?? null,
    })
  for (const one of [
    ...(status.containerStatuses ?? []),
    ...(status.initContainerStatuses ?? []),
    ...(status.ephemeralContainerStatuses ?? []),
  ])
    completeContainerStatus(one)
  // `podIP` and `podIPs` must agree; the single one wins.
  const [first] = status.podIPs ?? []
  if (status.podIP) {
    if (first?.ip !== status.podIP) status.podIPs = [{ ip: status.podIP }]
  } else if (first?.ip) status.podIP = first.ip
}

/** Pod templates accept images that pods don't. */
function validateImages(spec: NonNullable<Draft<core.Pod>['spec']>, errors: Errors): void {
  for (const member of ['containers', 'initContainers'] as const)
    for (const [i, { image }] of (spec[member] ?? []).entries())
      if (image && image !== image.trim())
        errors.push(invalid(`spec.${member}[${i}].image`, image, 'must not have leading or trailing whitespace'))
}

/** What a new pod with scheduling gates says about its scheduling. */
const gated = (now: number) => ({
  type: 'PodScheduled',
  status: 'False',
  lastProbeTime: null,
  lastTransitionTime: timestamp(now),
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
})

/** Errors specific to new pods. */
function refuseAtCreation(object: ApiObject, release: number): void {
  const { spec = {} } = podOf(object)
  const errors: Errors = []
  if ((spec.ephemeralContainers ?? []).length > 0)
    errors.push(forbidden('spec.ephemeralContainers', 'cannot be set on create'))
  if (spec.nodeName && (spec.schedulingGates ?? []).length > 0)
    errors.push(forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared'))
  validateSeccompAgreement(object.metadata.annotations, spec, 'spec', release, errors)
  if (errors.length > 0) throw invalidObject({ group: '', kind: 'Pod' }, object.metadata.name ?? '', errors)
}

/** Seconds until a pod on a node ends; a negative number, which ends it at once, became a second later. */
function gracePeriodSeconds(object: ApiObject, asked: number | bigint | undefined, release: number): number | bigint {
  const { spec = {}, status = {} } = podOf(object)
  if (!spec.nodeName || status.phase === 'Failed' || status.phase === 'Succeeded') return 0
  const period: number | bigint = asked ?? spec.terminationGracePeriodSeconds ?? DEFAULT_GRACE
  return period < 0 && behaves('pod-grace-period-mended', release) ? 1 : period
}

/** Containers that run together on one node. */
export const pod: KindBehaviour = {
  group: '',
  resource: 'pods',
  kind: 'Pod',
  defaults(object, _version, served) {
    const draft = podOf(object)
    draft.spec ??= {}
    defaultPodSpec(draft.spec, served)
    defaultPod(draft.spec, served)
    draft.status ??= {}
    completeStatus(draft.status)
  },
  prepareForCreate(object, context) {
    const { release } = context
    const { spec = {} } = podOf(object)
    copySeccomp(object.metadata, spec, release)
    if (behaves('pod-generation', release)) object.metadata.generation = 1
    object['status'] = {
      phase: 'Pending',
      ...((spec.schedulingGates ?? []).length > 0 && { conditions: [gated(context.now)] }),
      qosClass: qosClassOf(spec),
    }
    mergeLabelKeys(spec, object.metadata.labels ?? {}, context)
    if (behaves('app-armor-fields', release)) copyAppArmor(object.metadata.annotations ?? {}, spec, context)
  },
  prepareForUpdate: (object, old, { release }) => countSpecChange(object, old, release),
  validate(object, context) {
    const { spec = {} } = podOf(object)
    const errors: Errors = []
    validatePodAnnotations(object.metadata.annotations, spec, 'metadata.annotations', context.release, errors)
    validatePodSpec(spec, 'spec', context, errors)
    validateImages(spec, errors)
    validateTokenVolumes(spec, errors)
    return errors
  },
  validateUpdate(object, old, { release }) {
    const errors: Errors = []
    validatePodUpdate(object, old, release, errors)
    return errors
  },
  // Warn only where it pays off: pods are written too often, mostly by programs, to inspect every write.
  addresses: [
    { at: 'spec.dnsConfig.nameservers[]', form: 'address', warns: 'none' },
    { at: 'spec.hostAliases[].ip', form: 'address', warns: 'none' },
    { at: 'status.podIPs[].ip', form: 'address' },
    { at: 'status.hostIPs[].ip', form: 'address' },
  ],
  warnings: (object, { release }, old) =>
    old
      ? []
      : [
          ...podNameWarnings(object.metadata.name, release, "in the Pod's hostname"),
          ...podWarnings(podOf(object).spec ?? {}, object.metadata, 'spec', release),
        ],
  beginCreate(object, { release }) {
    refuseAtCreation(object, release)
    // Admission may have set only one of the two service account fields.
    const draft = podOf(object)
    alignServiceAccount(draft.spec ?? {})
    draft.status ??= {}
    draft.status.qosClass = qosClassOf(draft.spec ?? {})
  },
  hasStatus: true,
  // Handled here: earlier releases take it from clients, and binding does not increment it.
  generation: false,
  subresources: {
    status: {
      prepareForUpdate(object, old, { release }) {
        object['spec'] = clone(old['spec'])
        const { metadata } = object
        if (old.metadata.ownerReferences) metadata.ownerReferences = clone(old.metadata.ownerReferences)
        else delete metadata.ownerReferences
        const { status = {} } = podOf(object)
        const quality = podOf(old).status?.qosClass
        if (quality !== undefined && behaves('status-keeps-qos-class', release)) status.qosClass ??= quality
        object['status'] = status
        keepObservedGenerations(object, old)
      },
      validateUpdate(object, old) {
        const errors: Errors = []
        validatePodStatusUpdate(object, old, errors)
        return errors
      },
    },
    // Binding has already checked whether the pod can be assigned.
    binding: { prepareForUpdate: () => undefined, validateUpdate: () => [] },
    resize,
    ephemeralcontainers: {
      prepareForUpdate(object, old, { release }) {
        const { ephemeralContainers } = podOf(object).spec ?? {}
        object['status'] = clone(old['status'])
        const { ephemeralContainers: _before, ...spec } = clone(podOf(old).spec ?? {})
        object['spec'] = { ...spec, ...(ephemeralContainers && { ephemeralContainers }) }
        for (const member of ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const) {
          delete object.metadata[member]
          if (old.metadata[member]) Object.assign(object.metadata, { [member]: clone(old.metadata[member]) })
        }
        countSpecChange(object, old, release)
      },
      validateUpdate(object, old, context) {
        const errors: Errors = []
        validatePodSpec(podOf(object).spec ?? {}, 'spec', context, errors)
        validateEphemeralUpdate(object, old, errors)
        return errors
      },
    },
  },
  deleteReturnsObject: true,
  gracePeriodSeconds,
  fieldSelectors: {
    'spec.nodeName': (object) => podOf(object).spec?.nodeName ?? '',
    // Legacy name of the field.
    'spec.host': (object) => podOf(object).spec?.nodeName ?? '',
    'spec.restartPolicy': (object) => podOf(object).spec?.restartPolicy ?? '',
    'spec.schedulerName': (object) => podOf(object).spec?.schedulerName ?? '',
    'spec.serviceAccountName': (object) => podOf(object).spec?.serviceAccountName ?? '',
    'status.phase': (object) => podOf(object).status?.phase ?? '',
    'status.podIP': (object) => podOf(object).status?.podIPs?.[0]?.ip ?? podOf(object).status?.podIP ?? '',
    // Accepted, but never set.
    'status.podIPs': () => '',
    'status.nominatedNodeName': (object) => podOf(object).status?.nominatedNodeName ?? '',
  },
  ...POD_TABLE,
}
