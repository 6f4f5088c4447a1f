import { readAtMost } from '../../machinery/read-at-most'
import type { BinaryCodec } from '../../api/binary/codec'
import { ApiError, badRequest, tooLarge, unsupportedMediaType } from '../../machinery/api-error'
import { decodeJson, type FieldSteps } from '../../machinery/decode-json'
import { decodeYaml } from '../../machinery/decode-yaml'
import { clone } from '../../machinery/json'
import { wellFormed } from '../../machinery/json-text'
import { parseMediaType } from '../../machinery/media-types'
import { utf8Length } from '../../machinery/utf8-length'
import { bytesOf, type Content, givenValue, wholeContent } from '../../machinery/whole-body'
import { messageOf } from '../../machinery/message-of'
import type { RequestContext } from '../context'
import { identityProblem, type ReadAs, unreadable } from './unreadable'
import { type Encoding, MEDIA_TYPES } from './representation'

/** Largest body that is read, in bytes. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024

export interface Body {
  readonly value: unknown
  /** Paths of keys that stand twice. */
  readonly duplicates: readonly string[]
  /** Where whole numbers are written as fractions. */
  readonly fractions?: readonly FieldSteps[]
}

/** Skipped at the beginning of YAML; JSON has none. */
const BOM = '\uFEFF'
const withoutMark = (text: string): string => (text.startsWith(BOM) ? text.slice(1) : text)

export const mediaTypeOf = (context: RequestContext): string =>
  parseMediaType(context.request.headers.get('content-type') ?? '')?.type ?? ''

/** From this size on, a request lets others have a turn between its steps. */
const LARGE_BYTES = 64 * 1024

/** A body that nobody wrote as a text: its sender is within the process. */
class Given {
  /** It has no text to count; whoever asks wants to know that there is a body. */
  readonly length = 1
  constructor(readonly value: object) {}
}
export type SentBody = Content | Given

/** The body: as a text where it came as one, whatever may be in it otherwise. Throws RequestEntityTooLarge. */
export async function readContent(context: RequestContext): Promise<SentBody> {
  const given = givenValue(context.request)
  if (given) {
    await context.breatheOver(given)
    return new Given(given)
  }
  const content = await readAll(context)
  context.large = content.length > LARGE_BYTES
  await context.breathe()
  return content
}

async function readAll(context: RequestContext): Promise<Content> {
  const refuse = () => tooLarge(`Request entity too large: limit is ${MAX_BODY_BYTES}`)
  const length = Number(context.request.headers.get('content-length') ?? 0)
  if (length > MAX_BODY_BYTES) throw refuse()
  const whole = wholeContent(context.request)
  if (whole !== undefined) {
    if (lengthOf(whole) > MAX_BODY_BYTES) throw refuse()
    return whole
  }
  const { body } = context.request
  if (!body) return new Uint8Array()
  const all = await readAtMost(body, MAX_BODY_BYTES)
  if (!all) throw refuse()
  return all
}

const lengthOf = (content: Content): number => {
  if (typeof content !== 'string') return content.byteLength
  // No unit of a text takes more than three bytes.
  return content.length * 3 <= MAX_BODY_BYTES ? content.length : utf8Length(content)
}

function textOf(content: Content): string {
  try {
    return typeof content === 'string'
      ? wellFormed(content)
      : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    throw badRequest('the body of the request is not valid UTF-8')
  }
}

/** Which encoding a body is in; an absent Content-Type is JSON. Throws UnsupportedMediaType. */
export function encodingOfBody(context: RequestContext, accepted: readonly Encoding[]): Encoding {
  const type = mediaTypeOf(context)
  const absent = !context.request.headers.get('content-type')
  if (absent) return 'json'
  const found = accepted.find((encoding) => MEDIA_TYPES[encoding] === type)
  if (!found) throw unsupportedMediaType(accepted.map((encoding) => MEDIA_TYPES[encoding]))
  return found
}

/** The body as a value. @throws ApiError BadRequest with the place of the fault */
export function decodeBody(content: SentBody, encoding: Encoding, as: ReadAs, binary?: BinaryCodec): Body {
  // The sender's own value stays as it is.
  if (content instanceof Given) return { value: clone(content.value), duplicates: [] }
  try {
    if (encoding === 'protobuf') return { value: binary?.decode(bytesOf(content)), duplicates: [] }
    const body = encoding === 'yaml' ? decodeYaml(withoutMark(textOf(content))) : decodeJson(textOf(content))
    const problem = typeof as === 'object' ? identityProblem(body.value) : undefined
    if (problem !== undefined) throw unreadable(as, problem, content)
    return body
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw unreadable(as, messageOf(error), content, encoding === 'json' ? textOf(content) : undefined)
  }
}
