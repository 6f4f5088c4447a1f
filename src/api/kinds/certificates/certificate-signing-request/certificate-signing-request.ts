import { timestamp } from '../../../../machinery/clock'
import { clone } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import { parseRequestPem } from '../../../../pki/request'
import type { KindBehaviour } from '../../../kind'
import type { KindContext } from '../../../kind-context'
import { behaves, firstReleaseOf } from '../../../releases/ledger'
import { NONE } from '../../meta/columns'
import { AGE, tableOf } from '../../meta/table-columns'
import { humanDuration } from '../../meta/duration'
import {
  isNodeClientRequest,
  isNodeServingRequest,
  LEGACY_SIGNER,
  NODE_CLIENT_SIGNER,
  NODE_SERVING_SIGNER,
} from './signers'
import {
  conditionsOf,
  signingRequestOf,
  type SigningCondition,
  type SigningRequest,
  requestText,
} from './signing-request'
import { DECISIONS, validateChange, validateWith, verify } from './signing-request-validation'

const GROUP = 'certificates.orch.io'
const RESOURCE = 'certificatesigningrequests'

/** v1beta1 defaults: usages, signer (derived from the request), and condition status. */
function defaults(object: ApiObject, version: string): void {
  if (version !== 'v1beta1') return
  const draft = signingRequestOf(object)
  const spec = (draft.spec ??= {})
  spec.usages ??= ['digital signature', 'key encipherment']
  spec.signerName ??= signerFor(object, spec.usages)
  for (const condition of conditionsOf(object)) condition.status ||= 'True'
}

function signerFor(object: ApiObject, usages: readonly string[]): string {
  try {
    const request = parseRequestPem(requestText(object))
    if (isNodeClientRequest(request, usages)) return NODE_CLIENT_SIGNER
    if (isNodeServingRequest(request, usages)) return NODE_SERVING_SIGNER
  } catch {
    // Not a certificate request: validation reports it.
  }
  return LEGACY_SIGNER
}

function prepareForCreate(object: ApiObject, { user, release }: KindContext): void {
  const request = signingRequestOf(object)
  const spec = (request.spec ??= {})
  spec.username = user.name
  if (user.uid) spec.uid = user.uid
  else delete spec.uid
  spec.groups = [...user.groups]
  if (user.extra && Object.keys(user.extra).length > 0) spec.extra = clone(user.extra) as Record<string, string[]>
  else delete spec.extra
  if (!behaves('csr-expiration-seconds', release) || spec.expirationSeconds === null) delete spec.expirationSeconds
  request.status = {}
}

function keepSpec(object: ApiObject, old: ApiObject): void {
  if (old.spec === undefined) delete object.spec
  else object.spec = clone(old.spec)
}

/** Sets missing timestamps; an existing condition keeps its transition time. */
function dateConditions(object: ApiObject, old: ApiObject, { now }: KindContext): void {
  for (const condition of conditionsOf(object)) {
    condition.lastUpdateTime ||= timestamp(now)
    condition.lastTransitionTime ||=
      conditionsOf(old).find((former) => former.type === condition.type && former.status === condition.status)
        ?.lastTransitionTime || timestamp(now)
  }
}

/** Replaces new decisions with the stored ones. Returns false if their number differs. */
function keepDecisions(object: ApiObject, old: ApiObject): boolean {
  return DECISIONS.map((type) => {
    const before = conditionsOf(old).filter((condition) => condition.type === type)
    const after = conditionsOf(object)
    const places = after.flatMap((condition, index) => (condition.type === type ? [index] : []))
    if (before.length !== places.length) return false
    places.forEach((place, i) => (after[place] = clone(before[i] as SigningCondition)))
    return true
  }).every(Boolean)
}

function prepareStatus(object: ApiObject, old: ApiObject, context: KindContext): void {
  keepSpec(object, old)
  if (!keepDecisions(object, old) && context.version === 'v1beta1') {
    const status = (signingRequestOf(object).status ??= {})
    if (conditionsOf(old).length > 0) status.conditions = clone(conditionsOf(old))
    else delete status.conditions
  }
  dateConditions(object, old, context)
}

function prepareApproval(object: ApiObject, old: ApiObject, context: KindContext): void {
  keepSpec(object, old)
  const status = (signingRequestOf(object).status ??= {})
  const certificate = signingRequestOf(old).status?.certificate
  if (certificate === undefined) delete status.certificate
  else status.certificate = certificate
  dateConditions(object, old, context)
}

function stateText(object: ApiObject): string {
  const types = conditionsOf(object).map(({ type }) => type)
  const decision = types.includes('Denied') ? 'Denied' : types.includes('Approved') ? 'Approved' : 'Pending'
  return [
    decision,
    ...(types.includes('Failed') ? ['Failed'] : []),
    ...(signingRequestOf(object).status?.certificate ? ['Issued'] : []),
  ].join(',')
}

const wantedDuration = ({ spec = {} }: SigningRequest): string =>
  typeof spec.expirationSeconds === 'number' ? humanDuration(spec.expirationSeconds * 1000) : NONE

/** Requests for certificates. The server records the requester; the spec is immutable. */
export const certificateSigningRequest: KindBehaviour = {
  group: GROUP,
  resource: RESOURCE,
  kind: 'CertificateSigningRequest',
  nameRule: 'path',
  defaults,
  prepareForCreate,
  prepareForUpdate(object, old) {
    keepSpec(object, old)
    if (old.status === undefined) delete object.status
    else object.status = clone(old.status)
  },
  validate: (object, context) =>
    validateWith(
      object,
      context.reader.get({ group: GROUP, resource: RESOURCE }, undefined, object.metadata.name ?? ''),
      context,
    ),
  updateErrorsFirst: true,
  validateUpdate: (object, old, context) => validateChange(object, old, context, {}),
  verify,
  hasStatus: true,
  generation: false,
  subresources: {
    status: {
      prepareForUpdate: prepareStatus,
      validateUpdate: (object, old, context) => validateChange(object, old, context, { setCertificate: true }),
    },
    approval: {
      prepareForUpdate: prepareApproval,
      validateUpdate: (object, old, context) => validateChange(object, old, context, { decide: true }),
    },
  },
  fieldSelectors: { 'spec.signerName': (object) => signingRequestOf(object).spec?.signerName ?? '' },
  ...tableOf(
    signingRequestOf,
    AGE,
    ['SignerName', 'string', ({ spec = {} }) => spec.signerName || NONE],
    ['Requestor', 'string', ({ spec = {} }) => spec.username ?? ''],
    ['RequestedDuration', 'string', wantedDuration, { since: firstReleaseOf('csr-expiration-seconds') }],
    ['Condition', 'string', (_, object) => stateText(object)],
  ),
}
