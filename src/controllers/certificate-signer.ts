import { hasCondition } from '../api/kinds/certificates/certificate-signing-request/signing-request'
import { SIGNER_RULES } from '../api/kinds/certificates/certificate-signing-request/signers'
import { encodeText } from '../machinery/base64'
import { issuedName } from '../pki/names'
import { toPem } from '../pki/pem'
import { hasValidSignature } from '../pki/request'
import { certificateController, isIssued, requestOf } from './certificate-requests'
import { positiveDuration } from './kit'
import type { ControllerDeps } from './controllers'

const NAME = 'csrsigning'
const YEAR = '8760h'
const BACKDATE_MS = 5 * 60_000
const SHORT_MS = 8 * 3_600_000
const LEAST_MS = 10 * 60_000

/** The validity period of a certificate. It starts a little early to allow for clock skew, without shortening the requested time. */
export function validity(
  now: number,
  longestMs: number,
  wantedSeconds: number | null | undefined,
): { notBefore: number; notAfter: number } {
  const wanted =
    wantedSeconds === null || wantedSeconds === undefined ? longestMs : Math.max(wantedSeconds * 1000, LEAST_MS)
  const life = Math.min(wanted, longestMs)
  return { notBefore: now - BACKDATE_MS, notAfter: now + (life < SHORT_MS ? life : life - BACKDATE_MS) }
}

/** `--cluster-signing-duration` in milliseconds. Throws if it is not a duration. */
export const signingDuration = (flag: ControllerDeps['flag']): number =>
  positiveDuration(flag, 'cluster-signing-duration', YEAR)

/**
 * Issues certificates for approved requests of the four built-in signers. Requests that a signer refuses are only logged (authentication
 * document, "Built-in signers").
 */
export const certificateSigner = certificateController(NAME, (deps, target) => {
  const { client, clock, log, authority, crypto } = deps
  const longestMs = signingDuration(deps.flag)
  return async (request) => {
    const rule = SIGNER_RULES.get(request.spec?.signerName ?? '')
    if (!rule || isIssued(request)) return
    if (!hasCondition(request, 'Approved') || hasCondition(request, 'Denied') || hasCondition(request, 'Failed')) return
    const usages = request.spec?.usages ?? []
    const parsed = requestOf(request)
    const refusal =
      rule(parsed, usages) ?? ((await hasValidSignature(crypto, parsed)) ? undefined : 'the signature is not valid')
    if (refusal !== undefined)
      return log(NAME, `${request.metadata.name ?? ''}: ${request.spec?.signerName ?? ''} does not sign: ${refusal}`)
    const certificate = await authority.issue({
      subject: issuedName(parsed.subject),
      publicKey: parsed.publicKey,
      altNames: parsed.altNames,
      usages,
      ...validity(clock.now(), longestMs, request.spec?.expirationSeconds),
    })
    const status = { ...request.status, certificate: encodeText(toPem('CERTIFICATE', certificate)) }
    await client.update(target, { ...request, status }, { subresource: 'status' })
  }
})
