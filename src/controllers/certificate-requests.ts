import type { SigningRequest } from '../api/kinds/certificates/certificate-signing-request/signing-request'
import { hasVersion } from '../api/releases/resources'
import type { Target } from '../client/targets'
import { decodeText } from '../machinery/base64'
import { type ParsedRequest, parseRequestPem } from '../pki/request'
import type { ControllerDeps, ControllerRow } from './controllers'
import type { ControllerName } from './names'
import { runNamed } from './kit'
import type { RequeueAfter } from './work-queue'

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

const SIGNING_REQUESTS = 'certificates.orch.io/*/certificatesigningrequests'

/**
 * A controller of CertificateSigningRequests. `start` returns what it does with each request after a change; requests are read and
 * written at `target`.
 */
export const certificateController = (
  name: ControllerName,
  start: (deps: ControllerDeps, target: Target) => (request: SigningRequest) => Promise<RequeueAfter | void>,
  needs: readonly string[] = [],
): ControllerRow => ({
  name,
  defaultOn: true,
  account: 'certificate-controller',
  needs: [SIGNING_REQUESTS, ...needs],
  start(deps) {
    const target = signingRequests(deps)
    const handle = start(deps, target)
    return runNamed(deps, name, {
      watches: [{ target, keys: ({ metadata }) => [metadata.name ?? ''] }],
      async reconcile(key, [requests]) {
        const request: SigningRequest | undefined = requests?.get(undefined, key)
        return request && handle(request)
      },
    })
  },
})
