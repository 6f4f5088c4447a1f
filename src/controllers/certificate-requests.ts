import type { SigningRequest } from '../api/kinds/certificates/certificate-signing-request/signing-request'
import { hasVersion } from '../api/releases/resources'
import type { Target } from '../client/targets'
import { decodeText } from '../machinery/base64'
import { type ParsedRequest, parseRequestPem } from '../pki/request'
import type { ControllerDeps } from './controllers'

/** Where CertificateSigningRequests are served at a release. */
export const signingRequests = ({ release }: Pick<ControllerDeps, 'release'>): Target => ({
  group: 'certificates.orch.io',
  version: hasVersion('certificates.orch.io', 'certificatesigningrequests', 'v1', release) ? 'v1' : 'v1beta1',
  resource: 'certificatesigningrequests',
})

/** The PKCS#10 request in `spec.request`. Throws if it is not one. */
export const requestOf = (request: SigningRequest): ParsedRequest =>
  parseRequestPem(decodeText(request.spec?.request ?? ''))

/** Whether a request has its certificate. */
export const isIssued = (request: SigningRequest): boolean => !!request.status?.certificate
