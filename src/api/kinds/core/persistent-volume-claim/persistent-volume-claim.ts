import type * as core from 'kt126/core/v1'
import { forbidden, invalid, required } from '../../../../machinery/field-error'
import { clone, equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import { parseQuantity, quantityNumber } from '../../../../machinery/quantity'
import type { KindBehaviour } from '../../../kind'
import type { KindContext } from '../../../kind-context'
import { behaves } from '../../../releases/ledger'
import { UNSET } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { unchanged } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { compareSerialized, isNegative } from '../../shared/serialized-quantity'
import {
  accessModesText,
  alignDataSources,
  defaultClaimSpec,
  dropUnknownSource,
  STORAGE_CLASS_ANNOTATION,
  attributesClassOf,
  storageClassOf,
  validateClaimSpec,
} from '../../shared/claim-spec'
import { claimWarnings } from '../../shared/storage-warnings'

type Claim = Draft<core.PersistentVolumeClaim>
const read = (object: ApiObject): Claim => asDraft<core.PersistentVolumeClaim>(object)
const requestOf = (claim: Claim): string => claim.spec?.resources?.requests?.['storage'] ?? '0'

/** Whether the class moved from the legacy annotation to the field. */
function classMoved(claim: Claim, before: Claim): boolean {
  const annotated = before.metadata?.annotations?.[STORAGE_CLASS_ANNOTATION]
  const still = claim.metadata?.annotations?.[STORAGE_CLASS_ANNOTATION]
  if (annotated === undefined || before.spec?.storageClassName !== undefined) return false
  return claim.spec?.storageClassName === annotated && (still ?? annotated) === annotated
}

/** Sets the class of a claim that names none. */
const classCame = (claim: Claim, before: Claim): boolean =>
  before.spec?.storageClassName === undefined &&
  claim.spec?.storageClassName !== undefined &&
  !before.metadata?.annotations?.[STORAGE_CLASS_ANNOTATION]

function validateUpdate(object: ApiObject, old: ApiObject, context: KindContext): Errors {
  const claim = read(object)
  const before = read(old)
  const errors: Errors = []
  const allowed = clone(claim.spec ?? {})
  if (!before.spec?.volumeName) {
    // Binding sets the volume name, once.
    if (before.spec?.volumeName === undefined) delete allowed.volumeName
    else allowed.volumeName = before.spec.volumeName
  }
  if (classMoved(claim, before)) delete allowed.storageClassName
  else
    unchanged(
      object.metadata.annotations?.[STORAGE_CLASS_ANNOTATION],
      old.metadata.annotations?.[STORAGE_CLASS_ANNOTATION],
      `metadata.annotations.${STORAGE_CLASS_ANNOTATION}`,
      errors,
    )
  if (classCame(claim, before) && behaves('retroactive-default-class', context)) delete allowed.storageClassName
  if (before.status?.phase === 'Bound' && allowed.resources?.requests && behaves('claim-expansion', context))
    allowed.resources.requests['storage'] = requestOf(before)
  if (!equal(allowed, before.spec ?? {}))
    errors.push(forbidden('spec', 'spec is immutable after creation except resources.requests for bound claims'))
  if (compareSerialized(requestOf(claim), requestOf(before)) < 0)
    errors.push(forbidden('spec.resources.requests.storage', 'field can not be less than previous value'))
  unchanged(claim.spec?.volumeMode, before.spec?.volumeMode, 'volumeMode', errors)
  return errors
}

function completeSources(object: ApiObject, old: ApiObject | undefined, context: KindContext): void {
  const { spec = {} } = read(object)
  // Before `dataSourceRef` existed, a gate allowed other sources in `dataSource`.
  const any = !behaves('claim-data-source-ref', context.release) && context.feature('AnyVolumeDataSource')
  if (!any && !(old && read(old).spec?.dataSource)) dropUnknownSource(spec)
  alignDataSources(spec, context.release)
}

/** A request for storage. */
export const persistentVolumeClaim: KindBehaviour = {
  group: '',
  resource: 'persistentvolumeclaims',
  kind: 'PersistentVolumeClaim',
  metadataPasses: [1, 2],
  repeatsObjectErrors: true,
  defaults(object) {
    const draft = read(object)
    draft.spec ??= {}
    defaultClaimSpec(draft.spec)
    draft.status ??= {}
    draft.status.phase ||= 'Pending'
    for (const condition of draft.status.conditions ?? [])
      Object.assign(condition, {
        lastProbeTime: condition.lastProbeTime ?? null,
        lastTransitionTime: condition.lastTransitionTime ?? null,
      })
  },
  prepareForCreate(object, context) {
    object['status'] = { phase: 'Pending' }
    completeSources(object, undefined, context)
  },
  prepareForUpdate: completeSources,
  validate(object, context) {
    const errors: Errors = []
    validateClaimSpec(read(object).spec ?? {}, 'spec', context, errors)
    return errors
  },
  validateUpdate,
  warnings: (object, { release }) => claimWarnings(object.metadata, read(object).spec ?? {}, release),
  hasStatus: true,
  generation: false,
  subresources: {
    status: {
      validateUpdate(object) {
        const { spec = {}, status = {} } = read(object)
        const errors: Errors = []
        if ((spec.accessModes ?? []).length === 0) errors.push(required('Spec.accessModes'))
        for (const list of ['capacity', 'allocatedResources'] as const)
          for (const [name, amount] of Object.entries(status[list] ?? {}))
            if (isNegative(amount))
              errors.push(
                invalid(
                  `status.${list}[${name}]`,
                  Math.floor(quantityNumber(parseQuantity(amount))),
                  'must be a valid resource quantity',
                ),
              )
        return errors
      },
    },
  },
  deleteReturnsObject: true,
  ...tableOf(
    read,
    [
      'Status',
      'string',
      ({ status = {} }, object) => (object.metadata.deletionTimestamp ? 'Terminating' : (status.phase ?? '')),
    ],
    ['Volume', 'string', ({ spec = {} }) => spec.volumeName ?? ''],
    [
      'Capacity',
      'string',
      ({ spec = {}, status = {} }) => (spec.volumeName ? (status.capacity?.['storage'] ?? '0') : ''),
    ],
    [
      'Access Modes',
      'string',
      ({ spec = {}, status = {} }) => (spec.volumeName ? accessModesText(status.accessModes) : ''),
    ],
    ['StorageClass', 'string', ({ spec = {} }, object) => storageClassOf(object, spec.storageClassName)],
    ['VolumeAttributesClass', 'string', ({ spec = {} }) => attributesClassOf(spec), { since: 29 }],
    AGE,
    ['VolumeMode', 'string', ({ spec = {} }) => spec.volumeMode ?? UNSET, { priority: 1 }],
  ),
}
