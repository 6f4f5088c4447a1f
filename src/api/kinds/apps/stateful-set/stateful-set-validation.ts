import type * as apps from 'kt126/apps/v1'
import { forbidden, invalid, notSupported, required } from '../../../../machinery/field-error'
import { goIntOrString, GoStruct } from '../../../../machinery/go-values'
import { equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { KindContext } from '../../../kind-context'
import { type Behaviour, behaves } from '../../../releases/ledger'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { annotationKey, label, labels, nonNegative } from '../../meta/rules'
import { validateClaimSpec } from '../../shared/claim-spec'
import type { PodTemplate } from '../../shared/pod-types'
import { validateLastingTemplate, validatePodTemplate } from '../../shared/pod-template'
import { validatePodAnnotations } from '../../shared/pod-annotations'
import {
  plainValue,
  amountOrPercent,
  atMostAll,
  collisionsGrow,
  nonNegativeCounts,
  validateReadable,
  validateSelector,
  validateTemplateLabels,
} from '../../shared/workloads'
import { goStrategy } from '../go-strategy'

type Spec = Draft<apps.StatefulSetSpec>
const read = (object: ApiObject): Draft<apps.StatefulSet> => asDraft<apps.StatefulSet>(object)

function validateStrategies(spec: Spec, errors: Errors): void {
  const policy = spec.podManagementPolicy
  if (!policy) errors.push(required('spec.podManagementPolicy'))
  else if (policy !== 'OrderedReady' && policy !== 'Parallel')
    errors.push(invalid('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'"))
  const { type, rollingUpdate } = spec.updateStrategy ?? {}
  if (!type) errors.push(required('spec.updateStrategy'))
  else if (type === 'OnDelete') {
    if (rollingUpdate)
      errors.push(
        invalid(
          'spec.updateStrategy.rollingUpdate',
          new GoStruct('apps.RollingUpdateStatefulSetStrategy', { Partition: rollingUpdate.partition ?? 0 }),
          "only allowed for updateStrategy 'RollingUpdate'",
        ),
      )
  } else if (type === 'RollingUpdate') {
    nonNegative(rollingUpdate?.partition, 'spec.updateStrategy.rollingUpdate.partition', errors)
    validateUnavailable(rollingUpdate?.maxUnavailable, 'spec.updateStrategy.rollingUpdate.maxUnavailable', errors)
  } else
    errors.push(
      invalid(
        'spec.updateStrategy',
        goStrategy('StatefulSet', spec.updateStrategy ?? {}),
        "must be 'RollingUpdate' or 'OnDelete'",
      ),
    )
}

/** More than none, and at most all. */
function validateUnavailable(value: number | string | undefined, field: string, errors: Errors): void {
  if (value === undefined) return
  amountOrPercent(value, field, errors)
  if (plainValue(value) === 0) errors.push(invalid(field, goIntOrString(value), 'cannot be 0'))
  atMostAll(value, field, errors)
}

/**
 * The template with a volume for each claim template instead of those of the same name, and without names that the controller overwrites.
 */
function completed(spec: Spec): PodTemplate {
  const claims = (spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata?.name ?? '')
  const { hostname: _hostname, subdomain: _subdomain, volumes = [], ...rest } = spec.template?.spec ?? {}
  const own = volumes.filter(({ name = '' }) => !claims.includes(name))
  const added = [...new Set(claims)].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }))
  return { ...spec.template, spec: { ...rest, volumes: [...added, ...own] } }
}

const RETENTION = ['Retain', 'Delete']

/** Errors of a stateful set's spec, on create and on every update. */
export function validateStatefulSet(object: ApiObject, context: KindContext, old?: ApiObject): Errors {
  const { release } = context
  const { spec = {} } = read(object)
  const { template = {} } = spec
  const errors: Errors = []
  validateStrategies(spec, errors)
  for (const member of ['whenDeleted', 'whenScaled'] as const) {
    const value = spec.persistentVolumeClaimRetentionPolicy?.[member]
    if (value !== undefined && !RETENTION.includes(value))
      errors.push(notSupported(`spec.persistentVolumeClaimRetentionPolicy.${member}`, value, RETENTION))
  }
  const whole = behaves('stateful-set-template-validated', release)
  if (whole && !old) validateClaimTemplates(spec, context, errors)
  nonNegative(spec.replicas, 'spec.replicas', errors)
  nonNegative(spec.minReadySeconds, 'spec.minReadySeconds', errors)
  nonNegative(spec.ordinals?.start, 'spec.ordinals.start', errors)
  if (whole && !old && spec.serviceName) label(spec.serviceName, 'spec.serviceName', errors)
  validateSelector(spec.selector, 'statefulset', errors)
  // Real servers give no reason here.
  if (validateReadable(spec.selector, errors, '')) {
    validateTemplateLabels(spec.selector, template, errors)
    if (whole && (!old || isTemplateSound(old, context)))
      validatePodTemplate(completed(spec), 'spec.template', context, errors)
    else validateTemplateMetadata(template, release, errors)
  }
  validateLastingTemplate(template, 'spec.template', 'StatefulSet', errors)
  return errors
}

const isTemplateSound = (object: ApiObject, context: KindContext): boolean => {
  const errors: Errors = []
  validatePodTemplate(completed(read(object).spec ?? {}), 'spec.template', context, errors)
  return errors.length === 0
}

function validateClaimTemplates(spec: Spec, context: KindContext, errors: Errors): void {
  for (const [i, claim] of (spec.volumeClaimTemplates ?? []).entries())
    validateClaimSpec(claim.spec ?? {}, `spec.volumeClaimTemplates[${i}].spec`, context, errors)
}

/** Earlier releases validate the pod spec only when pods are created: mounts may refer to claims that are created per pod. */
function validateTemplateMetadata(template: PodTemplate, release: number, errors: Errors): void {
  labels(template.metadata?.labels, 'spec.template.labels', errors)
  for (const key in template.metadata?.annotations) annotationKey(key, 'spec.template.annotations', errors)
  validatePodAnnotations(
    template.metadata?.annotations,
    template.spec ?? {},
    'spec.template.annotations',
    release,
    errors,
  )
}

/** Mutable spec fields, some only in later releases. */
const MUTABLE: readonly (readonly [member: keyof Spec, when?: Behaviour])[] = [
  ['replicas'],
  ['ordinals', 'stateful-set-ordinals-mutable'],
  ['template'],
  ['updateStrategy'],
  ['persistentVolumeClaimRetentionPolicy', 'stateful-set-claim-retention-mutable'],
  ['minReadySeconds', 'stateful-set-min-ready-mutable'],
]

const mutableAt = (release: number): (keyof Spec)[] =>
  MUTABLE.filter(([, when]) => when === undefined || behaves(when, release)).map(([member]) => member)

/** `'a', 'b', and 'c'`; with more than three there is no comma before the last one. */
function listed(members: readonly string[]): string {
  const quoted = members.map((member) => `'${member}'`)
  return `${quoted.slice(0, -1).join(', ')}${quoted.length === 3 ? ',' : ''} and ${quoted.at(-1) ?? ''}`
}

function fixedPart(spec: Spec, release: number): Partial<Spec> {
  const rest = { ...spec }
  for (const member of mutableAt(release)) delete rest[member]
  return rest
}

/** Refuses changes of the spec outside its mutable fields. */
export function validateStatefulSetUpdate(object: ApiObject, old: ApiObject, { release }: KindContext): Errors {
  const { spec = {} } = read(object)
  const { spec: before = {} } = read(old)
  if (equal(fixedPart(spec, release), fixedPart(before, release))) return []
  return [
    forbidden('spec', `updates to statefulset spec for fields other than ${listed(mutableAt(release))} are forbidden`),
  ]
}

const COUNTS = [
  'replicas',
  'readyReplicas',
  'currentReplicas',
  'updatedReplicas',
  'availableReplicas',
  'observedGeneration',
  'collisionCount',
]
const PARTS = ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'] as const

/** Errors of an update through the status subresource. */
export function validateStatefulSetStatus(object: ApiObject, old: ApiObject, { release }: KindContext): Errors {
  const { status = {} } = read(object)
  const errors: Errors = []
  nonNegativeCounts(status, COUNTS, errors)
  for (const member of PARTS)
    if (
      (member !== 'availableReplicas' || behaves('stateful-set-available-replicas', release)) &&
      (status[member] ?? 0) > (status.replicas ?? 0)
    )
      errors.push(invalid(`status.${member}`, status[member] ?? 0, 'cannot be greater than status.replicas'))
  collisionsGrow(status, read(old).status ?? {}, errors)
  return errors
}
