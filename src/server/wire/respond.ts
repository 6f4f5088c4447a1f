import { encodeYamlInTurns } from '../../machinery/encode-yaml'
import { type ApiError, PreAuthError } from '../../machinery/api-error'
import { attachSourceValue } from '../../machinery/source-value'
import { type Content, contentText } from '../../machinery/in-memory-body'
import { acceptsValues } from '../../machinery/in-memory-request'
import { InMemoryResponse } from '../../machinery/in-memory-response'
import { AccessRefusal } from '../../authorization/forbidden'
import { wrongNames } from '../../names/choice'
import type { RequestContext } from '../context'
import { statusOf } from '../status'
import { nextTurn } from '../../machinery/turn'
import { setWireStatus } from '../../machinery/wire-status'
import { parseJson, writeJson } from '../../machinery/json-text'
import { escapeMarkup } from '../../machinery/escape-markup'
import { inBinary } from './binary'
import { MEDIA_TYPES, type Representation, representationForErrors, wantsPretty } from './representation'

/** Writes an object whose JSON is cached; `content` is the whole body, with the line end after it. */
export function keptResponse(
  context: RequestContext,
  { object, content }: { readonly object: () => object; readonly content: () => Content },
  representation: Representation,
  code = 200,
): Response | Promise<Response> {
  const { encoding, pretty } = representation
  if (encoding !== 'json' || pretty)
    return dataResponse(context, parseJson(contentText(content())), representation, code)
  if (!acceptsValues(context.request)) return jsonResponse(context, content(), code)
  return attachSourceValue(jsonResponse(context, content, code), object())
}

/** Writes any document in the given representation. YAML is slow, so it yields to other requests. */
export async function dataResponse(
  context: RequestContext,
  data: unknown,
  representation: Representation,
  code = 200,
): Promise<Response> {
  if (representation.encoding === 'yaml') {
    // The warnings of the moment at which the answer is ready to be written.
    const headers = headersFor(context, representation)
    return new InMemoryResponse(await encodeYamlInTurns(data, nextTurn), { status: code, headers })
  }
  if (representation.encoding === 'protobuf') return binaryResponse(context, inBinary(context, data as object), code)
  const text = representation.pretty ? `${writeJson(data, 2)}\n` : writeJson(data) + '\n'
  return jsonResponse(context, text, code)
}

/** Writes bytes that are already in the binary form. */
export const binaryResponse = (context: RequestContext, bytes: Uint8Array<ArrayBuffer>, code = 200): Response =>
  new Response(bytes, { status: code, headers: headersFor(context, { encoding: 'protobuf' }) })

/** A plain-text answer, as for health checks and unknown paths. */
export const plainResponse = (text: string, status = 200): Response =>
  new Response(text, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache, private',
    },
  })

const plainHeaders = (encoding: Representation['encoding']): Record<string, string> => ({
  'content-type': MEDIA_TYPES[encoding],
  'cache-control': 'no-cache, private',
})

/** Most answers: a response copies given `Headers`, which takes longer than reading plain ones. */
function jsonResponse(context: RequestContext, content: Content | (() => Content), status: number): Response {
  const response = new InMemoryResponse(content, { status, headers: plainHeaders('json') })
  context.warnings.writeTo(response.headers)
  return response
}

function headersFor(context: RequestContext, { encoding }: Pick<Representation, 'encoding'>): Headers {
  const headers = new Headers(plainHeaders(encoding))
  context.warnings.writeTo(headers)
  return headers
}

const LEAST_ERROR = 400
const MOST_ERROR = 599

/** The greatest three-digit number: HTTP status codes have three digits. */
const MOST_CODE = 999

// Webhooks may refuse with any number; the Status keeps it, but a Response can't have it.
const httpStatusOf = (code: number): number => (code >= LEAST_ERROR && code <= MOST_ERROR ? code : 500)

/** The text of an early failure, escaped so that a browser can't read parts of the request as markup. */
function earlyFailure({ target }: RequestContext, { message }: PreAuthError): Response {
  const text = `Internal Server Error: ${writeJson(target.raw)}: ${message}`
  return plainResponse(`${escapeMarkup(text)}\n`, 500)
}

/** Explains a 403, 404, 406 or 415 to clients that use the other set of names. */
function namesHint({ info, request }: RequestContext, code: number): string | undefined {
  if (code === 403 || code === 404) return wrongNames(/^\/apis\/([^/]+)/.exec(info.path)?.[1])
  if (code === 406) return wrongNames(request.headers.get('accept'))
  return code === 415 ? wrongNames(request.headers.get('content-type')) : undefined
}

/** The answer to a failed request. */
export async function errorResponse(context: RequestContext, error: ApiError): Promise<Response> {
  if (error instanceof PreAuthError) return earlyFailure(context, error)
  const representation = {
    ...representationForErrors(context.request.headers.get('accept')),
    pretty: wantsPretty(context),
  }
  const status = statusOf(error)
  const hint = namesHint(context, error.code)
  const told = hint === undefined ? status : { ...status, message: `${error.message}; ${hint}` }
  const response = await dataResponse(context, told, representation, httpStatusOf(error.code))
  if (error.code > MOST_ERROR && error.code <= MOST_CODE) setWireStatus(response, error.code)
  if (error instanceof AccessRefusal) response.headers.set('x-content-type-options', 'nosniff')
  if (error.details?.retryAfterSeconds !== undefined)
    response.headers.set('retry-after', String(error.details.retryAfterSeconds))
  return response
}
