import { encodeBase64 } from '../../../machinery/base64'
import type { JsonObject } from '../../../machinery/json'
import type { Call } from '../../core/command'
import { contentHash } from '../../resources/content-hash'
import type { Generator } from './generator'
import { PAIR_FLAGS, readPairs } from './pairs'

/** The object with a hash of its content in its name, if `--append-hash` is set. */
export async function hashed(call: Call, name: string, object: JsonObject): Promise<JsonObject> {
  if (!call.flags.bool('append-hash')) return object
  const hash = await contentHash(call.session.io, { ...object, metadata: { name } })
  return { ...object, metadata: { name: `${name}-${hash}` } }
}

/** Decodes bytes as text; undefined if they are not valid UTF-8. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Builds the object for `orchctl create configmap`. */
export const CONFIG_MAP: Generator = {
  name: 'configmap',
  aliases: ['cm'],
  short: 'Create a config map from a local file, directory or literal value',
  flags: PAIR_FLAGS,
  apiVersion: 'v1',
  kind: 'ConfigMap',
  namespaced: true,
  failure: 'failed to create configmap:',
  async build(call, name) {
    const data: JsonObject = {}
    const binaryData: JsonObject = {}
    for (const [key, bytes] of await readPairs(call, `ConfigMap ${JSON.stringify(name)}`)) {
      const text = asText(bytes)
      if (text === undefined) binaryData[key] = encodeBase64(bytes)
      else data[key] = text
    }
    return hashed(call, name, {
      kind: 'ConfigMap',
      ...(Object.keys(data).length > 0 && { data }),
      ...(Object.keys(binaryData).length > 0 && { binaryData }),
    })
  },
}
