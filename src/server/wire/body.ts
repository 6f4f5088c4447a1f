import type { MaybePromise } from '../../machinery/maybe-promise'
import { readAtMost } from '../../machinery/read-at-most'
import type { BinaryCodec } from '../../api/binary/codec'
import { ApiError, badRequest, tooLarge } from '../../machinery/api-error'
import { unsupportedMediaType } from '../../machinery/media-type-errors'
import { decodeJson, type FieldSteps } from '../../machinery/decode-json'
import { decodeYaml } from '../../machinery/decode-yaml'
import { clone, countValues, MANY_VALUES } from '../../machinery/json'
import { wellFormed } from '../../machinery/json-text'
import { parseMediaType } from '../../machinery/media-types'
import { utf8Length } from '../../machinery/utf8-length'
import { bytesOf, type Content } from '../../machinery/in-memory-body'
import { passedValue, inMemoryContent } from '../../machinery/in-memory-request'
import { messageOf } from '../../machinery/message-of'
import type { RequestContext } from '../context'
import { identityProblem, type ReadAs, unreadable } from './unreadable'
import { type Encoding, MEDIA_TYPES } from './representation'

/** Maximum size of a request body, in bytes. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024

/** A decoded body, and what the reader must know about its text. */
export interface Body {
  readonly value: unknown
  /** Paths of duplicate keys. */
  readonly duplicates: readonly string[]
  /** Paths of integers that are written with a decimal point or exponent. */
  readonly fractions?: readonly FieldSteps[]
  /** The text of a JSON body. */
  readonly source?: string
}

/** Skipped at the beginning of YAML; JSON does not allow it. */
const BOM = '\uFEFF'
const withoutMark = (text: string): string => (text.startsWith(BOM) ? text.slice(1) : text)

/** The media type of a request's body, in lowercase and without parameters; empty if there is none. */
export const mediaTypeOf = (context: RequestContext): string =>
  parseMediaType(context.request.headers.get('content-type') ?? '')?.type ?? ''

/** From this size on, a request yields to others between its steps. */
const LARGE_BYTES = 64 * 1024

/** A request body passed by value: the caller is in the same process, so nothing was serialised. */
class Given {
  /** There is no text to measure; callers only test for an empty body. */
  readonly length = 1
  constructor(readonly value: object) {}
}
/** A body as sent: text or bytes, or an object of a client in the same process. */
export type SentBody = Content | Given

/** The body: as text if it was sent as text, whatever its encoding. Throws RequestEntityTooLarge. */
export async function readContent(context: RequestContext): Promise<SentBody> {
  const given = passedValue(context.request)
  if (given) {
    context.large = countValues(given) > MANY_VALUES
    if (context.large) await context.breathe()
    return new Given(given)
  }
  const whole = readAll(context)
  const content = whole instanceof Promise ? await whole : whole
  context.large = content.length > LARGE_BYTES
  if (context.large) await context.breathe()
  return content
}

function readAll(context: RequestContext): MaybePromise<Content> {
  const refuse = () => tooLarge(`Request entity too large: limit is ${MAX_BODY_BYTES}`)
  const length = Number(context.request.headers.get('content-length') ?? 0)
  if (length > MAX_BODY_BYTES) throw refuse()
  const whole = inMemoryContent(context.request)
  if (whole !== undefined) {
    if (lengthOf(whole) > MAX_BODY_BYTES) throw refuse()
    return whole
  }
  const { body } = context.request
  if (!body) return new Uint8Array()
  return readAtMost(body, MAX_BODY_BYTES).then((all) => {
    if (!all) throw refuse()
    return all
  })
}

const lengthOf = (content: Content): number => {
  if (typeof content !== 'string') return content.byteLength
  // A UTF-16 unit takes at most three bytes in UTF-8.
  return content.length * 3 <= MAX_BODY_BYTES ? content.length : utf8Length(content)
}

/** Keeps no state between texts. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textOf(content: Content): string {
  try {
    return typeof content === 'string' ? wellFormed(content) : utf8.decode(content)
  } catch {
    throw badRequest('the body of the request is not valid UTF-8')
  }
}

/** The encoding of a body; an absent Content-Type means JSON. Throws UnsupportedMediaType. */
export function encodingOfBody(context: RequestContext, accepted: readonly Encoding[]): Encoding {
  const type = mediaTypeOf(context)
  const absent = !context.request.headers.get('content-type')
  if (absent) return 'json'
  const found = accepted.find((encoding) => MEDIA_TYPES[encoding] === type)
  if (!found) throw unsupportedMediaType(accepted.map((encoding) => MEDIA_TYPES[encoding]))
  return found
}

function jsonBody(source: string): Body {
  const { value, duplicates, fractions } = decodeJson(source)
  return { value, duplicates, fractions, source }
}

/** Parses the body. @throws ApiError BadRequest with the position of the error */
export function decodeBody(content: SentBody, encoding: Encoding, as: ReadAs, binary?: BinaryCodec): Body {
  // Copied, because the sender still owns the value.
  if (content instanceof Given) return { value: clone(content.value), duplicates: [] }
  try {
    if (encoding === 'protobuf') return { value: binary?.decode(bytesOf(content)), duplicates: [] }
    const text = textOf(content)
    const body: Body = encoding === 'yaml' ? decodeYaml(withoutMark(text)) : jsonBody(text)
    const problem = typeof as === 'object' ? identityProblem(body.value) : undefined
    if (problem !== undefined) throw unreadable(as, problem, content)
    return body
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw unreadable(as, messageOf(error), content, encoding === 'json' ? textOf(content) : undefined)
  }
}
