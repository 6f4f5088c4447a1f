import type * as core from 'kt126/core/v1'
import { forbidden, invalid, required } from '../../../machinery/field-error'
import { equal } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { KindContext } from '../../kind'
import { behaves } from '../../releases/ledger'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { UNSET } from '../meta/columns'
import { labelSelector, optionalOneOf, present, qualifiedName, subdomain } from '../meta/rules'
import { isNegative, isZero, roundAmounts } from './amounts'

export type ClaimSpec = Draft<core.PersistentVolumeClaimSpec>

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce']
const ONE_POD = 'ReadWriteOncePod'
type Feature = KindContext['feature']
export const VOLUME_MODES: readonly string[] = ['Block', 'Filesystem']

/** Access modes of a claim or a volume: known ones, and `ReadWriteOncePod` only alone. */
export function validateAccessModes(
  modes: readonly string[],
  field: string,
  feature: Feature,
  errors: Errors,
  needed = 'at least 1 access mode is required',
): void {
  const known = feature('ReadWriteOncePod') ? [...ACCESS_MODES, ONE_POD] : ACCESS_MODES
  if (modes.length === 0) errors.push(required(field, needed))
  for (const mode of modes) optionalOneOf(mode, known, field, errors)
  if (known.includes(ONE_POD) && modes.includes(ONE_POD) && modes.some((mode) => mode !== ONE_POD))
    errors.push(forbidden(field, 'may not use ReadWriteOncePod with other access modes'))
}

/** An amount of storage: greater than zero. */
export function validateStorageAmount(amount: string | number, field: string, errors: Errors): void {
  if (isNegative(amount) || isZero(amount)) errors.push(invalid(field, amount, 'must be greater than zero'))
}

function dataSource(source: Draft<core.TypedObjectReference> | undefined, field: string, errors: Errors): void {
  if (!source) return
  present(source.name, `${field}.name`, errors)
  present(source.kind, `${field}.kind`, errors)
  const group = source.apiGroup ?? ''
  if (group === '' && source.kind !== 'PersistentVolumeClaim')
    errors.push(invalid(field, source.kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup"))
  if (source.namespace) subdomain(source.namespace, `${field}.namespace`, errors)
}

/** What somebody asks of storage: in claims, and in the templates of claims. */
export function validateClaimSpec(spec: ClaimSpec, field: string, feature: Feature, errors: Errors): void {
  validateAccessModes(spec.accessModes ?? [], `${field}.accessModes`, feature, errors)
  labelSelector(spec.selector, `${field}.selector`, errors)
  const storage = spec.resources?.requests?.['storage']
  if (storage === undefined) errors.push(required(`${field}.resources[storage]`))
  else {
    qualifiedName('storage', `${field}.resources[storage]`, errors)
    validateStorageAmount(storage, `${field}.resources[storage]`, errors)
  }
  if (spec.storageClassName) subdomain(spec.storageClassName, `${field}.storageClassName`, errors)
  optionalOneOf(spec.volumeMode, VOLUME_MODES, `${field}.volumeMode`, errors)
  dataSource(spec.dataSource, `${field}.dataSource`, errors)
  dataSource(spec.dataSourceRef, `${field}.dataSourceRef`, errors)
  if (
    spec.dataSource &&
    spec.dataSourceRef &&
    !spec.dataSourceRef.namespace &&
    !equal(spec.dataSource, spec.dataSourceRef)
  )
    errors.push(invalid(field, '', 'dataSource must match dataSourceRef'))
}

/** Fills a claim or a template of one. */
export function defaultClaimSpec(spec: ClaimSpec): void {
  spec.volumeMode ??= 'Filesystem'
  spec.resources ??= {}
  roundAmounts(spec.resources.limits)
  roundAmounts(spec.resources.requests)
}

const SNAPSHOTS = 'snapshot.storage.orch.io'

/** A claim is filled from another claim or a snapshot; from anything else it is not filled at all. */
export function dropUnknownSource(spec: ClaimSpec): void {
  const { apiGroup = '', kind } = spec.dataSource ?? {}
  const known =
    (apiGroup === '' && kind === 'PersistentVolumeClaim') || (apiGroup === SNAPSHOTS && kind === 'VolumeSnapshot')
  if (!known) delete spec.dataSource
}

/** Whichever of `dataSource` and `dataSourceRef` was given fills the other. */
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
/** Access modes in short, always in the same order. */
export const accessModesText = (modes: readonly string[] | undefined): string =>
  SHORT_MODES.filter(([mode]) => modes?.includes(mode))
    .map(([, short]) => short)
    .join(',')

export const STORAGE_CLASS_ANNOTATION = 'volume.beta.orch.io/storage-class'
/** The class of a claim or volume: the old annotation goes before the field. */
export const storageClassOf = (object: ApiObject, className: string | undefined): string =>
  object.metadata.annotations?.[STORAGE_CLASS_ANNOTATION] ?? className ?? ''

/** The class of a claim's or volume's attributes, as tables show it. */
export const attributesClassOf = (spec: object): string =>
  (spec as { volumeAttributesClassName?: string }).volumeAttributesClassName ?? UNSET
