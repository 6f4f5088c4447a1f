import type * as core from 'kt126/core/v1'
import { forbidden, invalid, required } from '../../../machinery/field-error'
import { ipFamily } from '../../../machinery/ip'
import { equal } from '../../../machinery/json'
import { canonicalJson } from '../../../machinery/json-text'
import type { ApiObject } from '../../../machinery/object'
import { behaves } from '../../releases/ledger'
import type { Draft } from '../meta/draft'
import { asDraft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { address, present, qualifiedName, subdomain, unique, within } from '../meta/rules'
import { type Container, type Pod, podOf, type PodSpec, type Toleration } from './pod-types'
import { validateAnnotationChanges } from './pod-annotations'

type Containers = Container[]

const FIXED =
  'pod updates may not change fields other than `spec.containers[*].image`, `spec.initContainers[*].image`, '
const MUTABLE = `${FIXED}\`spec.activeDeadlineSeconds\` or \`spec.tolerations\` (only additions to existing tolerations)`
const LATER_MUTABLE =
  `${FIXED}\`spec.activeDeadlineSeconds\`, \`spec.tolerations\` (only additions to existing tolerations) or ` +
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'

const LONGEST_DEADLINE = 2 ** 31 - 1

const withImages = (containers: Containers | undefined, from: Containers | undefined): Containers | undefined =>
  containers?.map((container, i) => ({ ...container, image: from?.[i]?.image ?? '' }))

function onlyAdded(now: readonly Toleration[], old: readonly Toleration[]): boolean {
  // In existing tolerations, only tolerationSeconds may change.
  const timeless = ({ tolerationSeconds: _seconds, ...rest }: Toleration) => rest
  const there = new Set(now.map((one) => canonicalJson(timeless(one))))
  return old.every((one) => there.has(canonicalJson(timeless(one))))
}

function sameCount(now: Containers | undefined, old: Containers | undefined, field: string, errors: Errors): boolean {
  if ((now ?? []).length === (old ?? []).length) return true
  errors.push(forbidden(field, 'pod updates may not add or remove containers'))
  return false
}

/** Validates an update of a pod: which fields are mutable. */
export function validatePodUpdate(object: ApiObject, oldObject: ApiObject, release: number, errors: Errors): void {
  const spec: PodSpec = podOf(object).spec ?? {}
  const old: PodSpec = podOf(oldObject).spec ?? {}
  validateAnnotationChanges(object.metadata.annotations, oldObject.metadata.annotations, errors)
  if (!sameCount(spec.containers, old.containers, 'spec.containers', errors)) return
  if (!sameCount(spec.initContainers, old.initContainers, 'spec.initContainers', errors)) return
  for (const member of ['containers', 'initContainers'] as const)
    for (const [i, { image }] of (spec[member] ?? []).entries())
      if (!image) errors.push(required(`spec.${member}[${i}].image`))
      else if (image !== image.trim())
        errors.push(invalid(`spec.${member}[${i}].image`, image, 'must not have leading or trailing whitespace'))
  const deadline = spec.activeDeadlineSeconds
  const before = old.activeDeadlineSeconds
  if (deadline === undefined) {
    if (before !== undefined)
      errors.push(invalid('spec.activeDeadlineSeconds', null, 'must not update from a positive integer to nil value'))
  } else if (deadline < 0 || deadline > LONGEST_DEADLINE)
    return within(deadline, 0, LONGEST_DEADLINE, 'spec.activeDeadlineSeconds', errors)
  else if (before !== undefined && deadline > before)
    return void errors.push(
      invalid('spec.activeDeadlineSeconds', deadline, 'must be less than or equal to previous value'),
    )
  const gates = old.schedulingGates ?? []
  if (behaves('scheduling-gates-only-removed', release))
    for (const [i, gate] of (spec.schedulingGates ?? []).entries())
      if (!gates.some(({ name }) => name === gate.name))
        errors.push(
          forbidden(
            `spec.schedulingGates[${i}]`,
            `only deletion is allowed, but found new scheduling gate '${gate.name}'`,
          ),
        )
  const { activeDeadlineSeconds: _deadline, schedulingGates: _gates, ...rest } = spec
  const { activeDeadlineSeconds: _oldDeadline, schedulingGates: _oldGates, ...oldRest } = old
  const candidate: PodSpec = { ...rest, containers: withImages(spec.containers, old.containers) ?? [] }
  if (spec.initContainers) candidate.initContainers = withImages(spec.initContainers, old.initContainers) ?? []
  const tolerations = spec.tolerations ?? []
  if (!onlyAdded(tolerations, old.tolerations ?? []))
    errors.push(forbidden('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds'))
  const mayMend = behaves('pod-grace-period-mended', release)
  if (mayMend && (old.terminationGracePeriodSeconds ?? 0) < 0 && spec.terminationGracePeriodSeconds === 1)
    candidate.terminationGracePeriodSeconds = old.terminationGracePeriodSeconds
  const comparable = { ...candidate, tolerations: [] }
  const reference: PodSpec = { ...oldRest, tolerations: [], containers: old.containers ?? [] }
  if (!equal(comparable, reference)) errors.push(forbidden('spec', mayMend ? LATER_MUTABLE : MUTABLE))
}

function restarts(
  now: readonly Draft<core.ContainerStatus>[] | undefined,
  old: readonly Draft<core.ContainerStatus>[] | undefined,
  policy: string | undefined,
  field: string,
  errors: Errors,
): void {
  // A terminated container stays terminated unless the policy allows a restart.
  if (policy === 'Always') return
  for (const [i, before] of (old ?? []).entries()) {
    const ended = before.state?.terminated
    if (!ended || (ended.exitCode !== 0 && policy === 'OnFailure')) continue
    for (const after of now ?? [])
      if (after.name === before.name && after.state?.terminated === undefined)
        errors.push(forbidden(`${field}[${i}].state`, 'may not be transitioned to non-terminated state'))
  }
}

const OWN_CONDITIONS = ['PodScheduled', 'Ready', 'Initialized']

/** A pod has one address, or one per family. */
function podAddresses(ips: readonly Draft<core.PodIP>[], errors: Errors): void {
  const seen = new Set<string>()
  for (const [i, { ip = '' }] of ips.entries()) address(ip, `status.podIPs[${i}]`, errors)
  const families = new Set(ips.map(({ ip = '' }) => ipFamily(ip)))
  if (ips.length > 2 || (ips.length === 2 && (families.size < 2 || families.has(undefined))))
    errors.push(invalid('status.podIPs', ips, 'may specify no more than one IP for each IP family'))
  for (const [i, { ip = '' }] of ips.entries()) unique(ip, seen, `status.podIPs[${i}]`, errors)
}

/**
 * Checks an update of a pod's status: containers that must not restart stay terminated; conditions, addresses and the nominated
 * node are valid.
 */
export function validatePodStatusUpdate(object: ApiObject, oldObject: ApiObject, errors: Errors): void {
  const pod: Pod = podOf(object)
  const old: Pod = podOf(oldObject)
  const { status = {} } = pod
  const { spec = {} } = old
  validateAnnotationChanges(object.metadata.annotations, oldObject.metadata.annotations, errors)
  const nominated = status.nominatedNodeName
  if (nominated && nominated !== old.status?.nominatedNodeName) subdomain(nominated, 'status.nominatedNodeName', errors)
  for (const [i, { type = '' }] of (status.conditions ?? []).entries())
    if (!OWN_CONDITIONS.includes(type)) qualifiedName(type, `metadata.conditions[${i}].Type`, errors)
  podAddresses(status.podIPs ?? [], errors)
  restarts(
    status.containerStatuses,
    old.status?.containerStatuses,
    spec.restartPolicy,
    'status.containerStatuses',
    errors,
  )
  restarts(
    status.initContainerStatuses,
    old.status?.initContainerStatuses,
    spec.restartPolicy,
    'status.initContainerStatuses',
    errors,
  )
  restarts(
    status.ephemeralContainerStatuses,
    old.status?.ephemeralContainerStatuses,
    'Never',
    'status.ephemeralContainerStatuses',
    errors,
  )
}

/** Validates an update through ephemeralcontainers: containers may be added, never changed or removed. */
export function validateEphemeralUpdate(object: ApiObject, oldObject: ApiObject, errors: Errors): void {
  const now = podOf(object).spec?.ephemeralContainers ?? []
  const old = podOf(oldObject).spec?.ephemeralContainers ?? []
  for (const [i, before] of old.entries()) {
    const after = now.find(({ name }) => name === before.name)
    if (!after)
      errors.push(
        forbidden('spec.ephemeralContainers', `existing ephemeral containers "${before.name}" may not be removed`),
      )
    else if (!equal(after, before))
      errors.push(
        forbidden(
          'spec.ephemeralContainers',
          `existing ephemeral containers "${before.name}" (${i}) may not be changed`,
        ),
      )
  }
}

/** Validates a binding: its target must be a node. */
export function validateBinding(object: ApiObject, errors: Errors): void {
  const { target = {} } = asDraft<core.Binding>(object)
  if (target.kind && target.kind !== 'Node')
    errors.push({
      reason: 'FieldValueNotSupported',
      field: 'target.kind',
      message: `Unsupported value: "${target.kind}": supported values: "Node", "<empty>"`,
    })
  present(target.name, 'target.name', errors)
}
