import type * as core from 'kt126/core/v1'
import { forbidden, invalid, required } from '../../../machinery/field-error'
import { equal } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { KindContext } from '../../kind-context'
import { behaves, type Served } from '../../releases/ledger'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { UNSET } from '../meta/columns'
import { labelSelector, optionalOneOf, present, qualifiedName, subdomain } from '../meta/rules'
import { isNegative, isZero, roundQuantities } from './serialized-quantity'

/** The spec of a claim, which may be incomplete. */
export type ClaimSpec = Draft<core.PersistentVolumeClaimSpec>

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce']
const ONE_POD = 'ReadWriteOncePod'
type Feature = KindContext['feature']
/** Allowed volume modes, as error messages list them. */
export const VOLUME_MODES: readonly string[] = ['Block', 'Filesystem']

const MODE_NEEDED = 'at least 1 access mode is required'

/** Validates access modes; `ReadWriteOncePod` must be the only one. */
export function validateAccessModes(
  modes: readonly string[],
  field: string,
  feature: Feature,
  errors: Errors,
  needed = MODE_NEEDED,
): void {
  const known = feature('ReadWriteOncePod') ? [...ACCESS_MODES, ONE_POD] : ACCESS_MODES
  if (modes.length === 0) errors.push(required(field, needed))
  for (const mode of modes) optionalOneOf(mode, known, field, errors)
  if (known.includes(ONE_POD) && modes.includes(ONE_POD) && modes.some((mode) => mode !== ONE_POD))
    errors.push(forbidden(field, 'may not use ReadWriteOncePod with other access modes'))
}

/** Validates an amount of storage: greater than zero. */
export function validateStorageAmount(amount: string | number, field: string, errors: Errors): void {
  if (isNegative(amount) || isZero(amount)) errors.push(invalid(field, amount, 'must be greater than zero'))
}

const WRONG_SOURCE = "must be 'PersistentVolumeClaim' when referencing the default apiGroup"

function dataSource(
  source: Draft<core.TypedObjectReference> | undefined,
  field: string,
  release: number,
  errors: Errors,
): void {
  if (!source) return
  present(source.name, `${field}.name`, errors)
  present(source.kind, `${field}.kind`, errors)
  const group = source.apiGroup ?? ''
  if (group === '' && source.kind !== 'PersistentVolumeClaim')
    errors.push(invalid(field, source.kind, behaves('claim-source-says-why', release) ? WRONG_SOURCE : ''))
  if (source.namespace) subdomain(source.namespace, `${field}.namespace`, errors)
}

/** Validates a claim's spec, also in templates of claims. */
export function validateClaimSpec(spec: ClaimSpec, field: string, served: Served, errors: Errors): void {
  const { feature, release } = served
  const modes = spec.accessModes ?? []
  if (modes.length === 0) errors.push(required(`${field}.accessModes`, MODE_NEEDED))
  labelSelector(spec.selector, `${field}.selector`, errors)
  if (modes.length > 0) validateAccessModes(modes, `${field}.accessModes`, feature, errors)
  const storage = spec.resources?.requests?.['storage']
  if (storage === undefined) errors.push(required(`${field}.resources[storage]`))
  else {
    qualifiedName('storage', `${field}.resources[storage]`, errors)
    validateStorageAmount(storage, `${field}.resources[storage]`, errors)
  }
  if (spec.storageClassName) subdomain(spec.storageClassName, `${field}.storageClassName`, errors)
  optionalOneOf(spec.volumeMode, VOLUME_MODES, `${field}.volumeMode`, errors)
  dataSource(spec.dataSource, `${field}.dataSource`, release, errors)
  dataSource(spec.dataSourceRef, `${field}.dataSourceRef`, release, errors)
  if (
    spec.dataSource &&
    spec.dataSourceRef &&
    !spec.dataSourceRef.namespace &&
    !equal(spec.dataSource, spec.dataSourceRef)
  )
    errors.push(invalid(field, '', 'dataSource must match dataSourceRef'))
  const { volumeAttributesClassName: attributes } = spec as { volumeAttributesClassName?: string }
  if (attributes) subdomain(attributes, `${field}.volumeAttributesClassName`, errors)
}

/** Defaults of a claim or claim template. */
export function defaultClaimSpec(spec: ClaimSpec): void {
  spec.volumeMode ??= 'Filesystem'
  spec.resources ??= {}
  roundQuantities(spec.resources.limits)
  roundQuantities(spec.resources.requests)
}

const SNAPSHOTS = 'snapshot.storage.orch.io'

/** Drops data sources other than claims and snapshots. */
export function dropUnknownSource(spec: ClaimSpec): void {
  const { apiGroup = '', kind } = spec.dataSource ?? {}
  const known =
    (apiGroup === '' && kind === 'PersistentVolumeClaim') || (apiGroup === SNAPSHOTS && kind === 'VolumeSnapshot')
  if (!known) delete spec.dataSource
}

/** Copies `dataSource` and `dataSourceRef` to each other if only one is set. */
export function alignDataSources(spec: ClaimSpec, release: number): void {
  if (!behaves('claim-data-sources-synced', release) || spec.dataSourceRef?.namespace) return
  if (spec.dataSource && !spec.dataSourceRef) spec.dataSourceRef = { ...spec.dataSource }
  else if (spec.dataSourceRef && !spec.dataSource) spec.dataSource = { ...spec.dataSourceRef }
}

const SHORT_MODES: readonly (readonly [mode: string, short: string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]
/** Abbreviated access modes in fixed order. */
export const accessModesText = (modes: readonly string[] | undefined): string =>
  SHORT_MODES.filter(([mode]) => modes?.includes(mode))
    .map(([, short]) => short)
    .join(',')

/** Names the storage class of a claim from before the field existed; it takes precedence over the field. */
export const STORAGE_CLASS_ANNOTATION = 'volume.beta.orch.io/storage-class'
/** Storage class of a claim or volume: the legacy annotation takes precedence over the field. */
export const storageClassOf = (object: ApiObject, className: string | undefined): string =>
  object.metadata.annotations?.[STORAGE_CLASS_ANNOTATION] ?? className ?? ''

/** Volume attributes class for table cells. */
export const attributesClassOf = (spec: object): string =>
  (spec as { volumeAttributesClassName?: string }).volumeAttributesClassName ?? UNSET
