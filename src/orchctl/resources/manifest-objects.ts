import type { DecodeError } from '../../machinery/decode-error'
import { decodeYamlStream } from '../../machinery/decode-yaml'
import { jsonTypeOf } from '../../machinery/json-type'
import { isObject, type Json, type JsonObject } from '../../machinery/json'
import { writeJson } from '../../machinery/json-text'
import type { ApiObject } from '../../machinery/object'
import { CommandError } from '../core/errors'
import { type YamlMistake, yamlMistake } from './yaml-mistake'

/** An object from a file. */
export interface Manifest {
  readonly object: ApiObject
  /** The source in messages: the path as given, or STDIN. */
  readonly source: string
}

/** @throws CommandError for invalid YAML, or content other than objects */
export const parseManifests = (text: string, source: string): Manifest[] => [...manifestsOf(text, source, false)]

/** The objects of a text. Parsing stops at a syntax error; `failed` collects documents that are not objects. */
export function* manifestsOf(text: string, source: string, checked: boolean, failed?: unknown[]): Generator<Manifest> {
  const json = text.trimStart().startsWith('{')
  for (const { decoded, error, start, end } of decodeYamlStream(text)) {
    if (error) throw parseError(error, source, json, text.slice(start, end))
    const value = decoded?.value
    if (value === undefined || value === null) continue
    if (isObject(value)) yield* flatten(value, source)
    else if (failed) failed.push(noObject(value, source, checked))
    else throw noObject(value, source, checked)
  }
}

const noObject = (value: Json, source: string, checked: boolean): CommandError =>
  new CommandError(
    checked
      ? `error validating ${JSON.stringify(source)}: error validating data: invalid object to validate; if you choose to ignore these errors, turn validation off with --validate=false`
      : `unable to decode ${JSON.stringify(source)}: json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type unstructured.detector`,
  )

/** Line numbers start at the beginning of the document, because each document is parsed separately. */
export const refusalOf = ({ message, line = 1, column = 1 }: DecodeError): YamlMistake => ({
  why: message.replace(/^the text is not YAML: (?:line \d+, column \d+: )?/, ''),
  line,
  column,
})

const parseError = (error: DecodeError, source: string, json: boolean, text: string): CommandError =>
  new CommandError(
    json
      ? `error parsing ${source}: ${/end of the stream/.test(error.message) ? 'unexpected EOF' : error.message.replace(/^the text is not YAML: /, '')}`
      : `error parsing ${source}: error converting YAML to JSON: yaml: ${yamlMistake(text, refusalOf(error))}`,
  )

function flatten(value: JsonObject, source: string): Manifest[] {
  if (Array.isArray(value.items) && typeof value.kind === 'string' && value.kind.endsWith('List'))
    return value.items.flatMap((item) => (isObject(item) ? flatten(item, source) : []))
  const object = value as unknown as ApiObject
  return [{ object: isObject(object.metadata) ? object : { ...object, metadata: {} }, source }]
}

/** @throws CommandError for a name, label or annotation that is not a string, because the object could not be sent */
export function refuseWrongMetadata({ metadata }: ApiObject, source: string, checked: boolean): void {
  const fields = metadata as unknown as JsonObject
  for (const field of ['name', 'namespace', 'labels', 'annotations']) {
    const value = fields[field]
    const isMap = field === 'labels' || field === 'annotations'
    if (isMap && value !== undefined && value !== null && !isObject(value)) {
      // Field validation, if enabled, reports values that are not maps.
      if (checked) continue
      throw new CommandError(
        `unable to decode ${JSON.stringify(source)}: json: cannot unmarshal ${jsonTypeOf(value)} into Go struct field ObjectMeta.metadata.${field} of type map[string]string`,
      )
    }
    const values = isObject(value) ? Object.values(value) : [value]
    const wrong = values.find((one) => one !== undefined && one !== null && typeof one !== 'string')
    if (wrong !== undefined)
      throw new CommandError(
        `unable to decode ${JSON.stringify(source)}: json: cannot unmarshal ${jsonTypeOf(wrong)} into Go struct field ObjectMeta.metadata.${field} of type string`,
      )
  }
}

/** The object as in the file: without the empty metadata that reading added. */
const withoutEmptyMetadata = ({ metadata, ...rest }: ApiObject): JsonObject =>
  (Object.keys(metadata).length > 0 ? { ...rest, metadata } : rest) as unknown as JsonObject

/** For a missing kind, commands that validate fields report invalid data; others report a decoding error. */
export function refuseUnnamedKind(object: ApiObject, source: string, checked: boolean): void {
  const missing = [...(object.apiVersion ? [] : ['apiVersion']), ...(object.kind ? [] : ['kind'])]
  if (missing.length === 0) return
  if (checked) {
    const each = missing.map((field) => `${field} not set`).join(', ')
    throw new CommandError(
      `error validating ${JSON.stringify(source)}: error validating data: ${missing.length > 1 ? `[${each}]` : each}; if you choose to ignore these errors, turn validation off with --validate=false`,
    )
  }
  throw new CommandError(
    `unable to decode ${JSON.stringify(source)}: Object '${object.kind ? 'apiVersion' : 'Kind'}' is missing in '${writeJson(withoutEmptyMetadata(object))}'`,
  )
}
