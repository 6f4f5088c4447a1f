import { writeJson } from '../machinery/json-text'
import { decodeBase64Url, encodeBase64Url } from '../machinery/base64'
import { readAtMost } from '../machinery/read-at-most'
import { MAX_SCENARIO_BYTES, readScenario, ScenarioError } from './read'
import type { Scenario } from './scenario'

/** Maximum length in characters of a link that programs pass on uncut; longer scenarios need a file. */
export const LONGEST_LINK = 32_000

const FORM = 's1.'
const PACKING = 'deflate-raw'

const cut = (message: string): ScenarioError => new ScenarioError([{ path: '', message }])

/** @throws ScenarioError if the stream exceeds `most` bytes */
async function gather(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const whole = await readAtMost(stream, most)
  if (!whole) throw cut(`is larger than ${most} bytes`)
  return whole
}

const through = (bytes: Uint8Array<ArrayBuffer>, way: CompressionStream | DecompressionStream) =>
  new Blob([bytes]).stream().pipeThrough<Uint8Array>(way)

/** A scenario as compressed, URL-safe text. */
export async function packScenario(scenario: Scenario): Promise<string> {
  const bytes = new TextEncoder().encode(writeJson(scenario))
  const packed = await gather(through(bytes, new CompressionStream(PACKING)), Infinity)
  return FORM + encodeBase64Url(packed)
}

/**
 * The text that `packScenario` packed. Rejects with `ScenarioError` for links that are truncated, altered or of a newer
 * format.
 */
async function unpackedText(packed: string): Promise<string> {
  if (!packed.startsWith(FORM))
    throw cut(
      /^s\d+\./.test(packed) ? 'was made by a newer version of Orchard: open it there' : 'is not a link to a scenario',
    )
  const body = packed.slice(FORM.length)
  if (body === '' || !/^[\w-]+$/.test(body)) throw cut('is cut or was changed on its way')
  try {
    const text = await gather(through(decodeBase64Url(body), new DecompressionStream(PACKING)), MAX_SCENARIO_BYTES)
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch (error) {
    if (error instanceof ScenarioError) throw error
    throw cut('is cut or was changed on its way')
  }
}

/** The scenario in a link. Rejects with `ScenarioError` for invalid links. */
export const unpackScenario = async (packed: string): Promise<Scenario> => readScenario(await unpackedText(packed))
