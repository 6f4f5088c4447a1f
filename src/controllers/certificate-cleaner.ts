import { least } from '../machinery/lists'
import type { SigningRequest } from '../api/kinds/certificates/certificate-signing-request/signing-request'
import { isStatus } from '../client/status-error'
import { decodeText } from '../machinery/base64'
import { parseCertificate } from '../pki/certificate'
import { certificatesOf } from '../pki/pem'
import { certificateController } from './certificate-requests'

const NAME = 'csrcleaner'
const HOUR_MS = 3_600_000
const DECIDED_MS = HOUR_MS
const PENDING_MS = 24 * HOUR_MS

/** When a request is to be deleted, in milliseconds since the epoch; Infinity for never. */
export function endOf(request: SigningRequest): number {
  const conditions = request.status?.conditions ?? []
  const timeOf = (text: string | null | undefined): number => (text ? Date.parse(text) : Number.NaN)
  const created = timeOf(request.metadata.creationTimestamp)
  const decided = conditions
    .filter(({ type }) => type === 'Approved' || type === 'Denied' || type === 'Failed')
    // A condition may carry any time, so an earlier one than the request's own does not count.
    .map(({ lastUpdateTime }) => Math.max(timeOf(lastUpdateTime), created || 0) + DECIDED_MS)
  const pending = conditions.length === 0 ? [created + PENDING_MS] : []
  return least([...decided, ...pending, ...expiries(request)].filter((time) => !Number.isNaN(time)))
}

function expiries(request: SigningRequest): number[] {
  try {
    return certificatesOf(decodeText(request.status?.certificate ?? '')).map((der) => parseCertificate(der).notAfter)
  } catch {
    return [] // an unreadable certificate does not expire
  }
}

/** Deletes signing requests that are no longer needed (authentication document, "States and transitions"). */
export const certificateCleaner = certificateController(NAME, ({ client, clock }, target) => async (request) => {
  const left = endOf(request) - clock.now()
  if (left === Infinity) return
  if (left > 0) return { afterMs: left }
  const { name = '', uid } = request.metadata
  try {
    await client.delete(target, name, { body: { preconditions: { uid } } })
  } catch (error) {
    if (!isStatus(error, 'NotFound')) throw error
  }
})
