import { decodeBase64, fromUtf8 } from '../../../../machinery/base64'
import { invalid, duplicate, forbidden, notSupported, required } from '../../../../machinery/field-error'
import type { FieldError } from '../../../../machinery/field-wording'
import type { ApiObject } from '../../../../machinery/object'
import { messageOf } from '../../../../machinery/message-of'
import { parseCertificate } from '../../../../pki/certificate'
import { parsePem } from '../../../../pki/pem'
import { hasValidSignature, parseRequestPem } from '../../../../pki/request'
import type { KindContext } from '../../../kind-context'
import { behaves } from '../../../releases/ledger'
import { addAll } from '../../../../machinery/lists'
import { equal } from '../../../../machinery/json'
import { goBytes, goNil } from '../../../../machinery/go-values'
import { USAGES } from '../../../../pki/usages'
import { validateSignerName } from '../../shared/signer-name'
import { signingRequestOf, requestText, conditionsOf, type SigningCondition } from './signing-request'
import { LEGACY_SIGNER } from './signers'

const LEAST_EXPIRATION_SECONDS = 600
/** Decisions on a request, mutually exclusive. */
export const DECISIONS = ['Approved', 'Denied'] as const
const FINAL = [...DECISIONS, 'Failed'] as const

/** Validates a request; older versions and existing violations are tolerated. */
export function validateWith(
  object: ApiObject,
  old: ApiObject | undefined,
  { version, release }: KindContext,
): FieldError[] {
  const legacy = version === 'v1beta1'
  const { spec = {} } = signingRequestOf(object)
  const usages = spec.usages ?? []
  const formerUsages = (old && signingRequestOf(old).spec?.usages) ?? []
  const errors: FieldError[] = []
  try {
    parseRequestPem(requestText(object))
  } catch (error) {
    errors.push(
      invalid('spec.request', spec.request ? goBytes(decodeBase64(spec.request)) : goNil('[]byte'), messageOf(error)),
    )
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
    !legacy && spec.signerName === LEGACY_SIGNER && (!old || signingRequestOf(old).spec?.signerName !== LEGACY_SIGNER)
  if (legacySigner)
    errors.push(
      invalid('spec.signerName', spec.signerName, 'the legacy signerName is not allowed via this API version'),
    )
  else
    validateSignerName(
      spec.signerName,
      'spec.signerName',
      errors,
      behaves('signer-just-required', release) ? '' : 'signerName must be provided',
    )
  if (typeof spec.expirationSeconds === 'number' && spec.expirationSeconds < LEAST_EXPIRATION_SECONDS)
    errors.push(
      invalid('spec.expirationSeconds', spec.expirationSeconds, `must be at least ${LEAST_EXPIRATION_SECONDS} seconds`),
    )
  addAll(errors, validateConditions(object, old, legacy))
  const certificate = signingRequestOf(object).status?.certificate ?? ''
  if (!legacy && certificate && !(old && certificate === signingRequestOf(old).status?.certificate)) {
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

interface May {
  readonly decide?: boolean
  readonly setCertificate?: boolean
}

/** Errors of an update: what each subresource may change, and that decisions are final. */
export function validateChange(object: ApiObject, old: ApiObject, context: KindContext, may: May): FieldError[] {
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
  const [before, after] = [
    signingRequestOf(old).status?.certificate ?? '',
    signingRequestOf(object).status?.certificate ?? '',
  ]
  if (before !== after) {
    if (!may.setCertificate) errors.push(forbidden('status.certificate', 'updates may not set certificate content'))
    else if (before && context.version !== 'v1beta1')
      errors.push(forbidden('status.certificate', 'updates may not modify existing certificate content'))
  }
  return errors
}

/** Why a text is not a PEM certificate chain; undefined if it is. */
export function whyNoCertificates(base64: string): string | undefined {
  try {
    const blocks = parsePem(fromUtf8(decodeBase64(base64)))
    for (const { label, headers, der } of blocks) {
      if (label !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found "${label}"`
      if (Object.keys(headers).length > 0) return 'no PEM block headers are permitted'
      parseCertificate(der)
    }
    return blocks.length > 0 ? undefined : 'must contain at least one CERTIFICATE PEM block'
  } catch (error) {
    return messageOf(error)
  }
}

/** Only new requests are verified: stored ones were, and are immutable. */
export async function verify(
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
    return [] // not a certificate request: reported by `validate`
  }
  return valid
    ? []
    : [
        invalid(
          'spec.request',
          signingRequestOf(object).spec?.request ?? '',
          'the signature of the request is not valid',
        ),
      ]
}
