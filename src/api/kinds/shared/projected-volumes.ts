import type * as core from 'kt126/core/v1'
import { forbidden, invalid, notSupported, required } from '../../../machinery/field-error'
import { goSelector, goStructJson } from '../../../machinery/go-values'
import { isOwnDomain } from '../../../names/domains'
import { behaves } from '../../releases/ledger'
import type { Draft } from '../meta/draft'
import { labelSelector, present, type Errors } from '../meta/rules'
import { FIELDS_IN_VOLUMES, validateFieldRef, validateResourceRef } from './field-refs'
import { type CertificateProjection, type LaterProjection, type TrustBundleProjection, withLater } from './later-pod'
import { fileMode, fileName } from './paths'
import { signerInBundleName, trustBundleName, validateSignerName } from './signer-name'
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

/** Certificates of one bundle, or of all of a signer that match a selector. */
function trustBundle(projection: TrustBundleProjection, field: string, errors: Errors): void {
  const { name, signerName, labelSelector: selector, path = '' } = projection
  if (name !== undefined && signerName !== undefined)
    errors.push(
      invalid(
        field,
        goStructJson('core.ClusterTrustBundleProjection', {
          name,
          signerName,
          labelSelector: selector ?? null,
          optional: null,
          path,
        }),
        'only one of name and signerName may be used',
      ),
    )
  else if (name !== undefined) {
    if (name === '') errors.push(required(`${field}.name`, 'must be a valid object name'))
    for (const why of trustBundleName(name, signerInBundleName(name)))
      errors.push(invalid(`${field}.name`, name, `not a valid clustertrustbundlename: ${why}`))
    if (selector)
      errors.push(
        invalid(`${field}.labelSelector`, goSelector(selector), 'labelSelector must be unset if name is specified'),
      )
  } else if (signerName !== undefined) {
    if (signerName === '') errors.push(required(`${field}.signerName`, 'must be a valid signer name'))
    validateSignerName(signerName, `${field}.signerName`, errors)
    labelSelector(selector, `${field}.labelSelector`, errors, true)
  } else errors.push(required(field, 'either name or signerName must be specified'))
  present(path, `${field}.path`, errors)
  fileName(path, `${field}.path`, errors)
}

const CERTIFICATE_FILES = ['credentialBundlePath', 'keyPath', 'certificateChainPath'] as const
const KEY_TYPES = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519']
const SHORTEST_SECONDS = 3600
const LONGEST_SECONDS = 91 * 86_400
const LONGEST_OWN_SECONDS = 86_400

/** A key and certificate that are issued to the pod. */
function certificate(projection: CertificateProjection, field: string, errors: Errors): void {
  const { signerName = '', keyType = '', maxExpirationSeconds: seconds } = projection
  validateSignerName(signerName, `${field}.signerName`, errors)
  if (!KEY_TYPES.includes(keyType)) errors.push(notSupported(`${field}.keyType`, keyType, KEY_TYPES))
  if (seconds !== undefined) {
    const at = `${field}.maxExpirationSeconds`
    const most = isOwnDomain(signerName.split('/')[0] ?? '') ? LONGEST_OWN_SECONDS : LONGEST_SECONDS
    if (seconds < SHORTEST_SECONDS)
      errors.push(invalid(at, seconds, `if provided, maxExpirationSeconds must be >= ${SHORTEST_SECONDS}`))
    if (seconds > most) errors.push(invalid(at, seconds, `if provided, maxExpirationSeconds must be <= ${most}`))
  }
  for (const member of CERTIFICATE_FILES) {
    const file = projection[member]
    if (file) fileName(file, `${field}.${member}`, errors)
  }
  if (!CERTIFICATE_FILES.some((member) => projection[member]))
    errors.push(required(field, 'specify at least one of credentialBundlePath, keyPath, and certificateChainPath'))
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
    const { clusterTrustBundle, podCertificate } = withLater<LaterProjection>(projection)
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
    if (clusterTrustBundle) {
      trustBundle(clusterTrustBundle, `${at}.clusterTrustBundle`, errors)
      // Real servers count a missing path, too.
      const { path: file = '' } = clusterTrustBundle
      if (paths.has(file)) errors.push(invalid(field, file, 'conflicting duplicate paths'))
      paths.add(file)
    }
    if (podCertificate) {
      certificate(podCertificate, `${at}.podCertificate`, errors)
      for (const member of CERTIFICATE_FILES) path(podCertificate[member])
    }
    const sources = [secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate]
    const per = behaves('one-type-per-source', served.release) ? ' per source' : ''
    if (sources.filter(Boolean).length > 1) errors.push(forbidden(at, `may not specify more than 1 volume type${per}`))
  }
}
