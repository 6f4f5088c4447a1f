import { decodeBase64, fromUtf8 } from '../../../../machinery/base64'
import type { ApiObject } from '../../../../machinery/object'

/** A condition of a signing request, such as Approved. */
export interface SigningCondition {
  type?: string
  status?: string
  reason?: string
  message?: string
  lastUpdateTime?: string | null
  lastTransitionTime?: string | null
}
/** `spec` of a CertificateSigningRequest (certificates API) as a client may send it. */
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
/** A CertificateSigningRequest with optional parts (authentication document, "Signing request"). */
export interface SigningRequest extends ApiObject {
  spec?: SigningRequestSpec
  status?: { certificate?: string | null; conditions?: SigningCondition[] | null }
}

/** Views an object as a signing request; before validation, fields may be missing. */
export const signingRequestOf = (object: ApiObject): SigningRequest => object
/** Its conditions, or an empty list. */
export const conditionsOf = (object: ApiObject): SigningCondition[] => signingRequestOf(object).status?.conditions ?? []
/** Whether the request has a condition of a type. */
export const hasCondition = (object: ApiObject, type: string): boolean =>
  conditionsOf(object).some((condition) => condition.type === type && condition.status === 'True')

/** The PEM text of `spec.request`. @throws if it is not base64 */
export const requestText = (object: ApiObject): string =>
  fromUtf8(decodeBase64(signingRequestOf(object).spec?.request ?? ''))
