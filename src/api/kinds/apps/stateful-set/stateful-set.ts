import type * as apps from 'kt126/apps/v1'
import { forbidden, invalid, required } from '../../../../machinery/field-error'
import { goStrategy } from '../go-strategy'
import { GoStruct } from '../../../../machinery/go-values'
import { equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour, KindContext } from '../../../kind'
import { type Behaviour, behaves } from '../../../releases/ledger'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { labels, nonNegative, qualifiedName } from '../../meta/rules'
import { AGE, containerColumns, tableOf } from '../../meta/table-columns'
import { alignDataSources, defaultClaimSpec } from '../../shared/claim-spec'
import { defaultPodTemplate } from '../../shared/pod-defaults'
import { validateLastingTemplate, validatePodAnnotations } from '../../shared/pod-spec'
import {
  collisionsGrow,
  completeConditions,
  nonNegativeCounts,
  TEMPLATE_ADDRESSES,
  templateWarnings,
  validateReadable,
  validateSelector,
  validateTemplateLabels,
  WORKLOAD_SCALE,
} from '../../shared/workloads'
import { claimSpecWarnings } from '../../shared/storage-warnings'

type Spec = Draft<apps.StatefulSetSpec>
const read = (object: ApiObject): Draft<apps.StatefulSet> => asDraft<apps.StatefulSet>(object)
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
const zeroStatus = (release: number) =>
  behaves('stateful-set-available-replicas', release) ? { replicas: 0, availableReplicas: 0 } : { replicas: 0 }

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
  } else if (type === 'RollingUpdate')
    nonNegative(rollingUpdate?.partition, 'spec.updateStrategy.rollingUpdate.partition', errors)
  else
    errors.push(
      invalid(
        'spec.updateStrategy',
        goStrategy('StatefulSet', spec.updateStrategy ?? {}),
        "must be 'RollingUpdate' or 'OnDelete'",
      ),
    )
}

const RETENTION = ['Delete', 'Retain']

function validate(object: ApiObject, { release }: KindContext): Errors {
  const { spec = {} } = read(object)
  const { template = {} } = spec
  const errors: Errors = []
  validateStrategies(spec, errors)
  for (const member of ['whenDeleted', 'whenScaled'] as const) {
    const value = spec.persistentVolumeClaimRetentionPolicy?.[member]
    if (value !== undefined && !RETENTION.includes(value))
      errors.push({
        reason: 'FieldValueNotSupported',
        field: `spec.persistentVolumeClaimRetentionPolicy.${member}`,
        message: `Unsupported value: "${value}": supported values: "Delete", "Retain"`,
      })
  }
  nonNegative(spec.replicas, 'spec.replicas', errors)
  nonNegative(spec.minReadySeconds, 'spec.minReadySeconds', errors)
  nonNegative(spec.ordinals?.start, 'spec.ordinals.start', errors)
  validateSelector(spec.selector, 'statefulset', errors)
  // Real servers give no reason here.
  if (validateReadable(spec.selector, errors, '')) {
    validateTemplateLabels(spec.selector, template, errors)
    // Mounts may refer to claims that are created per pod, so the pod spec is validated when pods are created.
    labels(template.metadata?.labels, 'spec.template.labels', errors)
    for (const key in template.metadata?.annotations)
      qualifiedName(key.toLowerCase(), 'spec.template.annotations', errors)
    validatePodAnnotations(
      template.metadata?.annotations,
      template.spec ?? {},
      'spec.template.annotations',
      release,
      errors,
    )
  }
  validateLastingTemplate(template, 'spec.template', 'StatefulSet', errors)
  return errors
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

function ownWarnings(object: ApiObject, release: number): string[] {
  const { volumeClaimTemplates = [], revisionHistoryLimit = 0 } = read(object).spec ?? {}
  return [
    ...volumeClaimTemplates.flatMap(({ spec }, i) =>
      claimSpecWarnings(spec ?? {}, `spec.volumeClaimTemplates[${i}]`, release),
    ),
    ...(revisionHistoryLimit < 0 && behaves('history-limit-warnings', release)
      ? ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended']
      : []),
  ]
}

/** Pods with stable names and storage. */
export const statefulSet: KindBehaviour = {
  group: 'apps',
  resource: 'statefulsets',
  kind: 'StatefulSet',
  defaults(object, _version, served) {
    const draft = read(object)
    draft.spec ??= {}
    const { spec } = draft
    spec.podManagementPolicy ||= 'OrderedReady'
    spec.updateStrategy ??= {}
    // An explicit type gets no default parameters.
    if (!spec.updateStrategy.type) {
      spec.updateStrategy.type = 'RollingUpdate'
      spec.updateStrategy.rollingUpdate ??= {}
    }
    if (spec.updateStrategy.type === 'RollingUpdate' && spec.updateStrategy.rollingUpdate)
      spec.updateStrategy.rollingUpdate.partition ??= 0
    if (behaves('stateful-set-claim-retention', served.release)) {
      spec.persistentVolumeClaimRetentionPolicy ??= {}
      spec.persistentVolumeClaimRetentionPolicy.whenDeleted ||= 'Retain'
      spec.persistentVolumeClaimRetentionPolicy.whenScaled ||= 'Retain'
    }
    spec.replicas ??= 1
    spec.revisionHistoryLimit ??= 10
    spec.serviceName ??= ''
    spec.template = defaultPodTemplate(spec.template, served)
    for (const claim of spec.volumeClaimTemplates ?? []) {
      claim.apiVersion = 'v1'
      claim.kind = 'PersistentVolumeClaim'
      claim.metadata ??= {}
      Object.assign(claim.metadata, { creationTimestamp: claim.metadata.creationTimestamp ?? null })
      claim.spec ??= {}
      defaultClaimSpec(claim.spec)
      alignDataSources(claim.spec, served.release)
      claim.status ??= {}
      claim.status.phase ||= 'Pending'
    }
    draft.status = { ...zeroStatus(served.release), ...draft.status }
    completeConditions(draft.status.conditions)
  },
  prepareForCreate(object, { release }) {
    object['status'] = zeroStatus(release)
  },
  validate,
  validateUpdate(object, old, { release }) {
    const { spec = {} } = read(object)
    const { spec: before = {} } = read(old)
    return equal(fixedPart(spec, release), fixedPart(before, release))
      ? []
      : [
          forbidden(
            'spec',
            `updates to statefulset spec for fields other than ${listed(mutableAt(release))} are forbidden`,
          ),
        ]
  },
  addresses: TEMPLATE_ADDRESSES,
  warnings: (object, context, old) => [
    ...(templateWarnings(object, context, old) ?? []),
    ...ownWarnings(object, context.release),
  ],
  hasStatus: true,
  orphansThrough: ['apps/v1beta1', 'apps/v1beta2'],
  subresources: {
    status: {
      validateUpdate(object, old, { release }) {
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
      },
    },
  },
  scale: WORKLOAD_SCALE,
  ...tableOf(
    read,
    ['Ready', 'string', ({ spec = {}, status = {} }) => `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`],
    AGE,
    ...containerColumns<Draft<apps.StatefulSet>>(({ spec = {} }) => spec.template?.spec),
  ),
}
