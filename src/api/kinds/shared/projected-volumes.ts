import type * as core from 'kt126/core/v1'
import { forbidden, invalid, required } from '../../../machinery/field-error'
import { behaves } from '../../releases/ledger'
import type { Draft } from '../meta/draft'
import { present, type Errors } from '../meta/rules'
import { FIELDS_IN_VOLUMES, validateFieldRef, validateResourceRef } from './field-refs'
import { fileMode, fileName } from './paths'
import { keyToPath, type SourceContext } from './volume-sources'

function downwardFile(file: Draft<core.DownwardAPIVolumeFile>, field: string, errors: Errors): void {
  if (present(file.path, `${field}.path`, errors)) fileName(file.path ?? '', `${field}.path`, errors)
  if (file.fieldRef) {
    validateFieldRef(file.fieldRef, FIELDS_IN_VOLUMES, `${field}.fieldRef`, errors)
    if (file.resourceFieldRef)
      errors.push(invalid(field, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'))
  } else if (file.resourceFieldRef)
    validateResourceRef(file.resourceFieldRef, true, `${field}.resourceFieldRef`, errors)
  else errors.push(required(field, 'one of fieldRef and resourceFieldRef is required'))
  fileMode(file.mode, `${field}.mode`, errors)
}

/** Validates a volume of fields of the pod. */
export function validateDownwardApi(source: Draft<core.DownwardAPIVolumeSource>, field: string, errors: Errors): void {
  fileMode(source.defaultMode, `${field}.defaultMode`, errors)
  for (const file of source.items ?? []) downwardFile(file, field, errors)
}

const MINIMUM_TOKEN_SECONDS = 600
const MAXIMUM_TOKEN_SECONDS = 2 ** 32

function tokenProjection(
  token: Draft<core.ServiceAccountTokenProjection>,
  volume: string,
  field: string,
  release: number,
  errors: Errors,
): void {
  const seconds = token.expirationSeconds ?? 0
  if (seconds < MINIMUM_TOKEN_SECONDS)
    errors.push(invalid(`${field}.expirationSeconds`, seconds, 'may not specify a duration less than 10 minutes'))
  if (seconds > MAXIMUM_TOKEN_SECONDS)
    errors.push(invalid(`${field}.expirationSeconds`, seconds, 'may not specify a duration larger than 2^32 seconds'))
  // Real servers report errors of the path at the volume.
  if (token.path) {
    if (behaves('token-path-checked', release)) fileName(token.path, `${volume}.path`, errors)
  } else errors.push(required(`${volume}.path`))
}

/** Validates a volume that combines secrets, config maps, fields of the pod and tokens; no two files may have one path. */
export function validateProjected(
  source: Draft<core.ProjectedVolumeSource>,
  field: string,
  errors: Errors,
  { served }: SourceContext,
): void {
  fileMode(source.defaultMode, `${field}.defaultMode`, errors)
  const paths = new Set<string>()
  // Real servers name the secret or config map, not the path.
  const path = (value: string | undefined, name = value): void => {
    if (!value) return
    if (paths.has(value)) errors.push(invalid(field, name ?? '', 'conflicting duplicate paths'))
    paths.add(value)
  }
  for (const [i, projection] of (source.sources ?? []).entries()) {
    const at = `${field}.sources[${i}]`
    const { secret, configMap, downwardAPI, serviceAccountToken } = projection
    for (const [member, items] of Object.entries({ secret, configMap })) {
      if (!items) continue
      present(items.name, `${at}.${member}.name`, errors)
      keyToPath(items, `${at}.${member}`, errors)
      for (const item of items.items ?? []) path(item.path, items.name ?? '')
    }
    for (const file of downwardAPI?.items ?? []) {
      downwardFile(file, `${at}.downwardAPI`, errors)
      path(file.path)
    }
    if (serviceAccountToken) {
      tokenProjection(serviceAccountToken, field, `${at}.serviceAccountToken`, served.release, errors)
    }
    if ([secret, configMap, downwardAPI, serviceAccountToken].filter(Boolean).length > 1)
      errors.push(forbidden(at, 'may not specify more than 1 volume type'))
  }
}
