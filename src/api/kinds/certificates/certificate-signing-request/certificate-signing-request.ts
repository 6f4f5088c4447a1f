import { addAll } from '../../../../machinery/lists'
import { decodeBase64, fromUtf8 } from '../../../../machinery/base64'
import { timestamp } from '../../../../machinery/clock'
import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../../../machinery/field-error'
import { clone, equal } from '../../../../machinery/json'
import { dns1123Label, dns1123Subdomain } from '../../../../machinery/names'
import type { ApiObject } from '../../../../machinery/object'
import { messageOf } from '../../../../machinery/message-of'
import { parseCertificate } from '../../../../pki/certificate'
import { parsePem } from '../../../../pki/pem'
import { hasValidSignature, parseRequestPem } from '../../../../pki/request'
import { USAGES } from '../../../../pki/usages'
import type { KindBehaviour, KindContext } from '../../../kind'
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

export interface SigningCondition {
  type?: string
  status?: string
  reason?: string
  message?: string
  lastUpdateTime?: string | null
  lastTransitionTime?: string | null
}
export interface SigningRequestSpec {
  request?: string
  signerName?: string
  usages?: string[]
  expirationSeconds?: number | null
  username?: string
  uid?: string
  groups?: string[]
  extra?: Record<string, string[]>
}
/** A signing request whose parts may be missing (authentication document, "Signing request"). */
export interface SigningRequest extends ApiObject {
  spec?: SigningRequestSpec
  status?: { certificate?: string | null; conditions?: SigningCondition[] | null }
}

const read = (object: ApiObject): SigningRequest => object
const conditionsOf = (object: ApiObject): SigningCondition[] => read(object).status?.conditions ?? []
export const hasCondition = (object: ApiObject, type: string): boolean =>
  conditionsOf(object).some((condition) => condition.type === type && condition.status === 'True')

const GROUP = 'certificates.orch.io'
const RESOURCE = 'certificatesigningrequests'
const LEAST_EXPIRATION_SECONDS = 600
const DECISIONS = ['Approved', 'Denied'] as const
const FINAL = [...DECISIONS, 'Failed'] as const
// Two subdomains, a label between them, and the slash.
const LONGEST_SIGNER_NAME = 253 + 1 + 253 + 1 + 63

const requestText = (object: ApiObject): string => fromUtf8(decodeBase64(read(object).spec?.request ?? ''))
/** What v1beta1 leaves open: usages, the signer (told from the request), and the status of conditions. */
function defaults(object: ApiObject, version: string): void {
  if (version !== 'v1beta1') return
  const { spec } = read(object)
  if (spec) {
    spec.usages ??= ['digital signature', 'key encipherment']
    spec.signerName ??= signerFor(object, spec.usages)
  }
  for (const condition of conditionsOf(object)) condition.status ||= 'True'
}

function signerFor(object: ApiObject, usages: readonly string[]): string {
  try {
    const request = parseRequestPem(requestText(object))
    if (isNodeClientRequest(request, usages)) return NODE_CLIENT_SIGNER
    if (isNodeServingRequest(request, usages)) return NODE_SERVING_SIGNER
  } catch {
    // not a request at all: validation says so
  }
  return LEGACY_SIGNER
}

function prepareForCreate(object: ApiObject, { user, release }: KindContext): void {
  const request = read(object)
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

/** Fills in missing times; a condition that already stood keeps its transition time. */
function dateConditions(object: ApiObject, old: ApiObject, { now }: KindContext): void {
  for (const condition of conditionsOf(object)) {
    condition.lastUpdateTime ||= timestamp(now)
    condition.lastTransitionTime ||=
      conditionsOf(old).find((former) => former.type === condition.type && former.status === condition.status)
        ?.lastTransitionTime || timestamp(now)
  }
}

/** Puts the stored decisions where the new ones stand. False when their number differs. */
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
    const status = (read(object).status ??= {})
    if (conditionsOf(old).length > 0) status.conditions = clone(conditionsOf(old))
    else delete status.conditions
  }
  dateConditions(object, old, context)
}

function prepareApproval(object: ApiObject, old: ApiObject, context: KindContext): void {
  keepSpec(object, old)
  const status = (read(object).status ??= {})
  const certificate = read(old).status?.certificate
  if (certificate === undefined) delete status.certificate
  else status.certificate = certificate
  dateConditions(object, old, context)
}

function validateSignerName(name: string | undefined, field: string): FieldError[] {
  if (!name) return [required(field)]
  const parts = name.split('/')
  const [domain = '', path = ''] = parts
  if (parts.length !== 2)
    return [invalid(field, name, "must be a domain and a path, such as 'example.com/signer-name'")]
  const labels = domain.split('.')
  return [
    ...(domain.length > 253 ? [tooLong(field, 253)] : []),
    ...labels.flatMap((label) => dns1123Label(label)).map((why) => invalid(field, domain, why)),
    ...(labels.length < 2
      ? [invalid(field, domain, 'must be a domain with at least two parts separated by dots')]
      : []),
    ...path
      .split('.')
      .flatMap((label) => dns1123Subdomain(label))
      .map((why) => invalid(field, path, why)),
    ...(name.length > LONGEST_SIGNER_NAME ? [tooLong(field, LONGEST_SIGNER_NAME)] : []),
  ]
}

/** Older versions, and objects that already broke a rule, may go on breaking it. */
function validateWith(object: ApiObject, old: ApiObject | undefined, { version }: KindContext): FieldError[] {
  const legacy = version === 'v1beta1'
  const { spec = {} } = read(object)
  const usages = spec.usages ?? []
  const formerUsages = (old && read(old).spec?.usages) ?? []
  const errors: FieldError[] = []
  try {
    parseRequestPem(requestText(object))
  } catch (error) {
    errors.push(invalid('spec.request', spec.request ?? '', messageOf(error)))
  }
  if (usages.length === 0) errors.push(required('spec.usages', 'usages must be provided'))
  if (!legacy && !formerUsages.some((usage) => !Object.hasOwn(USAGES, usage)))
    usages.forEach((usage, i) => {
      if (!Object.hasOwn(USAGES, usage))
        errors.push(notSupported(`spec.usages[${i}]`, usage, Object.keys(USAGES).sort()))
    })
  if (!legacy && new Set(formerUsages).size === formerUsages.length)
    usages.forEach((usage, i) => {
      if (usages.indexOf(usage) < i) errors.push(duplicate(`spec.usages[${i}]`, usage))
    })
  const legacySigner =
    !legacy && spec.signerName === LEGACY_SIGNER && (!old || read(old).spec?.signerName !== LEGACY_SIGNER)
  if (legacySigner)
    errors.push(invalid('spec.signerName', spec.signerName, 'the legacy signer cannot be used through this version'))
  else addAll(errors, validateSignerName(spec.signerName, 'spec.signerName'))
  if (typeof spec.expirationSeconds === 'number' && spec.expirationSeconds < LEAST_EXPIRATION_SECONDS)
    errors.push(
      invalid('spec.expirationSeconds', spec.expirationSeconds, `must be at least ${LEAST_EXPIRATION_SECONDS} seconds`),
    )
  addAll(errors, validateConditions(object, old, legacy))
  const certificate = read(object).status?.certificate ?? ''
  if (!legacy && certificate && !(old && certificate === read(old).status?.certificate)) {
    const why = whyNoCertificates(certificate)
    if (why) errors.push(invalid('status.certificate', '<certificate data>', why))
  }
  return errors
}

function validateConditions(object: ApiObject, old: ApiObject | undefined, legacy: boolean): FieldError[] {
  const former = old ? conditionsOf(old) : []
  const types = former.map(({ type }) => type)
  const mayRepeat = legacy || new Set(types).size < types.length
  const mayBeEmpty = legacy || types.some((type) => !type)
  const mayBeBoth = types.includes('Approved') && types.includes('Denied')
  const seen: (string | undefined)[] = []
  return conditionsOf(object).flatMap(({ type, status }, i) => {
    const field = `status.conditions[${i}]`
    const statuses = FINAL.some((final) => final === type) ? ['True'] : ['False', 'True', 'Unknown']
    const opposite = type === 'Approved' ? 'Denied' : type === 'Denied' ? 'Approved' : undefined
    const errors = [
      ...(!type && !mayBeEmpty ? [required(`${field}.type`)] : []),
      ...(!status
        ? [required(`${field}.status`)]
        : statuses.includes(status)
          ? []
          : [notSupported(`${field}.status`, status, statuses)]),
      ...(opposite && seen.includes(opposite) && !mayBeBoth
        ? [invalid(`${field}.type`, type, 'Approved and Denied conditions are mutually exclusive')]
        : []),
      ...(seen.includes(type) && !mayRepeat ? [duplicate(`${field}.type`, type)] : []),
    ]
    seen.push(type)
    return errors
  })
}

function whyNoCertificates(base64: string): string | undefined {
  try {
    const blocks = parsePem(fromUtf8(decodeBase64(base64)))
    for (const { label, headers, der } of blocks) {
      if (label !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found "${label}"`
      if (Object.keys(headers).length > 0) return 'no PEM block headers are permitted'
      parseCertificate(der)
    }
    return blocks.length > 0 ? undefined : 'must contain one or more CERTIFICATE PEM blocks'
  } catch (error) {
    return messageOf(error)
  }
}

interface May {
  readonly decide?: boolean
  readonly setCertificate?: boolean
}

function validateChange(object: ApiObject, old: ApiObject, context: KindContext, may: May): FieldError[] {
  const errors = validateWith(object, old, context)
  const of = (from: ApiObject, type: string): SigningCondition[] =>
    conditionsOf(from).filter((condition) => condition.type === type)
  for (const type of FINAL)
    if (of(object, type).length < of(old, type).length)
      errors.push(forbidden('status.conditions', `updates may not remove a condition of type "${type}"`))
  if (!may.decide)
    for (const type of DECISIONS) {
      const [before, after] = [of(old, type), of(object, type)]
      if (after.length > before.length)
        errors.push(forbidden('status.conditions', `updates may not add a condition of type "${type}"`))
      else if (after.length === before.length && !equal(before, after))
        errors.push(forbidden('status.conditions', `updates may not modify a condition of type "${type}"`))
    }
  const [before, after] = [read(old).status?.certificate ?? '', read(object).status?.certificate ?? '']
  if (before !== after) {
    if (!may.setCertificate) errors.push(forbidden('status.certificate', 'updates may not set certificate content'))
    else if (before && context.version !== 'v1beta1')
      errors.push(forbidden('status.certificate', 'updates may not modify existing certificate content'))
  }
  return errors
}

/** Only a new request is checked: a stored one was, and nobody can change it. */
async function verify(
  object: ApiObject,
  old: ApiObject | undefined,
  _subresource: string,
  { crypto }: KindContext,
): Promise<FieldError[]> {
  if (old) return []
  if (!crypto) throw new Error('signing requests cannot be checked without cryptography')
  let valid: boolean
  try {
    valid = await hasValidSignature(crypto, parseRequestPem(requestText(object)))
  } catch {
    return [] // not a request: `validate` has said so
  }
  return valid
    ? []
    : [invalid('spec.request', read(object).spec?.request ?? '', 'the signature of the request is not valid')]
}

function stateText(object: ApiObject): string {
  const types = conditionsOf(object).map(({ type }) => type)
  const decision = types.includes('Denied') ? 'Denied' : types.includes('Approved') ? 'Approved' : 'Pending'
  return [
    decision,
    ...(types.includes('Failed') ? ['Failed'] : []),
    ...(read(object).status?.certificate ? ['Issued'] : []),
  ].join(',')
}

const wantedDuration = ({ spec = {} }: ReturnType<typeof read>): string =>
  typeof spec.expirationSeconds === 'number' ? humanDuration(spec.expirationSeconds * 1000) : NONE

/** Requests for certificates: who asked is written down by the server, what was asked never changes. */
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
  fieldSelectors: { 'spec.signerName': (object) => read(object).spec?.signerName ?? '' },
  ...tableOf(
    read,
    AGE,
    ['SignerName', 'string', ({ spec = {} }) => spec.signerName || NONE],
    ['Requestor', 'string', ({ spec = {} }) => spec.username ?? ''],
    ['RequestedDuration', 'string', wantedDuration, { since: firstReleaseOf('csr-expiration-seconds') }],
    ['Condition', 'string', (_, object) => stateText(object)],
  ),
}
