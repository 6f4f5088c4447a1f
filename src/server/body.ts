import { badRequest, tooLarge, unsupportedMediaType } from '../machinery/api-error'
import { decodeJson } from '../machinery/decode-json'
import { decodeYaml } from '../machinery/decode-yaml'
import { parseMediaType } from '../machinery/media-types'
import { openEnvelope } from '../machinery/protobuf'
import { wholeContent } from '../machinery/whole-body'
import type { RequestContext } from './context'
import { type Encoding, MEDIA_TYPES } from './representation'

/** Largest body that is read, in bytes. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024

export interface Body {
  readonly value: unknown
  /** Paths of keys that stand twice. */
  readonly duplicates: readonly string[]
}

const BOM = '\uFEFF'

export const mediaTypeOf = (context: RequestContext): string =>
  parseMediaType(context.request.headers.get('content-type') ?? '')?.type ?? ''

export async function readBytes(context: RequestContext): Promise<Uint8Array> {
  const refuse = () => tooLarge(`Request entity too large: limit is ${MAX_BODY_BYTES}`)
  const length = Number(context.request.headers.get('content-length') ?? 0)
  if (length > MAX_BODY_BYTES) throw refuse()
  const whole = wholeContent(context.request)
  if (whole && whole.byteLength > MAX_BODY_BYTES) throw refuse()
  if (whole) return whole
  const { body } = context.request
  if (!body) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let total = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    total += value.byteLength
    if (total > MAX_BODY_BYTES) {
      await reader.cancel().catch(() => undefined) // the answer says why already
      throw refuse()
    }
    chunks.push(value)
  }
  const all = new Uint8Array(total)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.byteLength
  }
  return all
}

export function textOf(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.startsWith(BOM) ? text.slice(1) : text
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

export function decodeBody(bytes: Uint8Array, encoding: Encoding): Body {
  try {
    if (encoding === 'protobuf') return decodeJson(openEnvelope(bytes).json)
    return encoding === 'yaml' ? decodeYaml(textOf(bytes)) : decodeJson(textOf(bytes))
  } catch (error) {
    throw badRequest(
      `the object provided is unrecognized or cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
