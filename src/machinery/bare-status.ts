import { goQuoted } from './go-quote'

/** Reason and message that clients derive from a response without a Status. */
export interface BareStatus {
  readonly reason: string
  readonly message: string
}

/** Reason and message by status code; without a message, the response's own text is used. */
const MEANINGS: Readonly<Record<number, readonly [reason: string, message?: string]>> = {
  400: ['BadRequest', 'the server rejected our request for an unknown reason'],
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  403: ['Forbidden'],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
  406: ['NotAcceptable'],
  415: ['UnsupportedMediaType'],
  422: ['Invalid', 'the server rejected our request due to an error in our request'],
  429: ['TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
  504: [
    'Timeout',
    'the server was unable to return a response in the time allotted, but may still be processing the request',
  ],
}

/** Derives reason and message of a failed response; its body is shown to people only if it is plain text. */
export function bareStatus(
  { status: code, headers }: Pick<Response, 'status' | 'headers'>,
  method: string,
  text: string,
): BareStatus {
  const plain = (headers.get('content-type') ?? 'text/plain').startsWith('text/')
  const own = (plain && text.trim()) || 'unknown'
  if (code === 409)
    return { reason: method === 'POST' ? 'AlreadyExists' : 'Conflict', message: 'the server reported a conflict' }
  if (code === 406 && own === 'unknown')
    return {
      reason: 'NotAcceptable',
      message: 'the server was unable to respond with a content type that the client supports',
    }
  const [reason, message] = MEANINGS[code] ?? []
  if (reason !== undefined) return { reason, message: message ?? own }
  return code >= 500
    ? {
        reason: 'InternalError',
        message: `an error on the server (${goQuoted(own)}) has prevented the request from succeeding`,
      }
    : { reason: '', message: `the server responded with the status code ${code} but did not return more information` }
}
