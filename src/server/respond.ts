import { encodeYaml } from '../machinery/encode-yaml'
import { encodeEnvelope } from '../machinery/protobuf'
import { type ApiError, EarlyError } from '../machinery/api-error'
import { TextResponse } from '../machinery/whole-body'
import type { RequestContext } from './context'
import { statusOf } from './errors'
import { MEDIA_TYPES, type Representation, representationForErrors, wantsPretty } from './representation'

/** Writes a JSON text that is already there. */
export function textResponse(
  context: RequestContext,
  text: string,
  representation: Representation,
  code = 200,
): Response {
  if (representation.encoding !== 'json') return dataResponse(context, JSON.parse(text), representation, code)
  const body = representation.pretty ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text + '\n'
  return new TextResponse(body, { status: code, headers: headersFor(context, representation) })
}

/** Writes any document as the representation says. */
export function dataResponse(
  context: RequestContext,
  data: unknown,
  representation: Representation,
  code = 200,
): Response {
  const headers = headersFor(context, representation)
  if (representation.encoding === 'yaml') return new TextResponse(encodeYaml(data), { status: code, headers })
  if (representation.encoding === 'protobuf') return new Response(envelopeOf(data), { status: code, headers })
  const text = representation.pretty ? `${JSON.stringify(data, null, 2)}\n` : JSON.stringify(data) + '\n'
  return new TextResponse(text, { status: code, headers })
}

/** Words for people, as health checks and unknown paths answer. */
export const plainResponse = (text: string, status = 200): Response =>
  new Response(text, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache, private',
    },
  })

function envelopeOf(data: unknown): Uint8Array<ArrayBuffer> {
  const { apiVersion = '', kind = '' } = data as { apiVersion?: string; kind?: string }
  return new Uint8Array(encodeEnvelope(apiVersion, kind, JSON.stringify(data)))
}

function headersFor(context: RequestContext, representation: Representation): Headers {
  const headers = new Headers({
    'content-type': MEDIA_TYPES[representation.encoding],
    'cache-control': 'no-cache, private',
  })
  context.warnings.writeTo(headers)
  return headers
}

const LEAST_ERROR = 400
const MOST_ERROR = 599

// Callbacks may refuse with any number; the Status keeps it, but HTTP has no such answer.
const httpStatusOf = (code: number): number => (code >= LEAST_ERROR && code <= MOST_ERROR ? code : 500)

const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The words of an early failure; what the request says can't become markup in a browser. */
function earlyFailure({ url }: RequestContext, { message }: EarlyError): Response {
  const text = `Internal Server Error: ${JSON.stringify(url.pathname + url.search)}: ${message}`
  return plainResponse(`${text.replace(/[&<>]/g, (character) => MARKUP[character] ?? character)}\n`, 500)
}

/** The answer to a request that failed. */
export function errorResponse(context: RequestContext, error: ApiError): Response {
  if (error instanceof EarlyError) return earlyFailure(context, error)
  const representation = {
    ...representationForErrors(context.request.headers.get('accept')),
    pretty: wantsPretty(context),
  }
  const response = dataResponse(context, statusOf(error), representation, httpStatusOf(error.code))
  if (error.details?.retryAfterSeconds !== undefined)
    response.headers.set('retry-after', String(error.details.retryAfterSeconds))
  return response
}
