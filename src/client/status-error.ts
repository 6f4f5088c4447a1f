import { parseJson } from '../machinery/json-text'

/** An error Status from the server. */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
    readonly details?: {
      name?: string
      kind?: string
      group?: string
      causes?: { reason?: string; message?: string; field?: string }[]
      retryAfterSeconds?: number
    },
    /** The request that failed, as method and path, if it is known. */
    readonly request?: string,
  ) {
    super(message)
  }
}

/** Whether an error is a Status with this reason. */
export const isStatus = (error: unknown, reason: string): boolean =>
  error instanceof StatusError && error.reason === reason

/** Whether an object was refused because its namespace is being deleted. */
export const isNamespaceEnding = (error: unknown): boolean =>
  error instanceof StatusError && (error.details?.causes ?? []).some(({ reason }) => reason === 'NamespaceTerminating')

/** Whether authorization or admission refused the request: a policy answers 422, a webhook any code. */
export const isRefusal = ({ reason, message }: StatusError): boolean =>
  reason === 'Forbidden' || /ValidatingAdmissionPolicy '|admission webhook "|failed calling webhook/.test(message)

/** The error of a response: its Status if it has one, else the code and text. `request` is the method and path that it answers. */
export async function statusErrorOf(response: Response, request?: string): Promise<StatusError> {
  const text = await response.text()
  try {
    const status = parseJson(text) as {
      kind?: string
      reason?: string
      message?: string
      details?: StatusError['details']
    }
    if (status.kind === 'Status')
      return new StatusError(response.status, status.reason ?? '', status.message ?? text, status.details, request)
  } catch {
    // not JSON: fall through to the plain text
  }
  const message = text.trim() || `HTTP ${response.status}`
  return new StatusError(response.status, REASONS[response.status] ?? '', message, undefined, request)
}

/** The reasons of codes without a Status: unserved paths answer in plain text. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}
