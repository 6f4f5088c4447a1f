import { utf8 } from '../../machinery/base64'
import type { JsonObject } from '../../machinery/json'
import type { Io } from '../core/io'
import { compactJson } from '../print/json-text'

/** Replaces characters that are easily confused, or could form words. */
const REPLACED: Readonly<Record<string, string>> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' }

/** The suffix for a configuration's name, derived from its content: ten letters and digits. */
export async function contentHash(io: Io, object: JsonObject): Promise<string> {
  const { kind = '', metadata, data, binaryData, type, stringData } = object
  const name = (metadata as JsonObject | undefined)?.name ?? ''
  const content =
    kind === 'Secret'
      ? { kind, type: type ?? '', name, data: data ?? '', ...(stringData !== undefined && { stringData }) }
      : { kind, name, data: data ?? '', ...(binaryData !== undefined && { binaryData }) }
  const digest = await io.sha256(utf8(compactJson(content)))
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.slice(0, 10).replace(/[013ae]/g, (char) => REPLACED[char] ?? char)
}
