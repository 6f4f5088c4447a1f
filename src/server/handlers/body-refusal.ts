import { behaves } from '../../api/releases/ledger'
import type { Schema } from '../../api/schema'
import type { ApiError } from '../../machinery/api-error'
import { writeGoJson } from '../../machinery/go-json'
import type { Body } from '../wire/body'
import { readAsOlder } from '../wire/json-iterator'
import { JsonReading } from '../wire/json-reading'
import { unmarshalProblem } from '../wire/json-unmarshal'
import { cannotBeHandled } from './wrong-type'

/** How many problems a refusal lists at most. */
export const MAX_LISTED = 100

/** What a real server makes of a body that does not fit its type. */
export interface RealReading {
  /** Why it refuses the body, in its words. */
  readonly problem?: string | undefined
  /** The JSON text that it goes on with instead: servers up to 1.22 cut off the highest bits of integers that are too long. */
  readonly changed?: string
}

/** The JSON text that is read: YAML is converted first. */
const sourceOf = ({ source, value }: Body): string => source ?? writeGoJson(value)

/** Reads a body again as a real server of the release does: older ones say where in the text they stopped, later ones name the field. */
export function realReading(schema: Schema, body: Body, release: number): RealReading {
  if (behaves('json-errors-name-the-field', release)) return { problem: unmarshalProblem(body.value, schema) }
  const source = sourceOf(body)
  const { problem, text } = readAsOlder(source, schema)
  return problem === undefined && text !== source ? { changed: text } : { problem }
}

/** The refusal of a body with values of wrong types. Older servers do not quote the bodies of secrets. */
export function notHandled(
  type: { readonly kind: string; readonly version: string },
  errors: readonly string[],
  { problem }: RealReading,
  release: number,
): ApiError {
  const quotes = type.kind !== 'Secret' || behaves('json-errors-name-the-field', release)
  const why = (quotes ? problem : undefined) ?? errors.slice(0, MAX_LISTED).join('; ')
  return cannotBeHandled(type, type.kind, why)
}

/** Refuses a custom object without a kind as servers up to 1.22 do; their reader has passed the whole text by then. */
export function refuseUnnamed(
  type: { readonly kind: string; readonly version: string },
  body: Body,
  release: number,
): void {
  if (behaves('json-errors-name-the-field', release)) return
  throw cannotBeHandled(type, type.kind, kindMissing(sourceOf(body)))
}

/** Why servers up to 1.22 can't read the text of a custom object without a kind. */
export function kindMissing(source: string): string {
  const reading = new JsonReading(source)
  reading.head = reading.bytes.length
  reading.report('unmarshalerDecoder', `Object 'Kind' is missing in '${source}'`)
  return reading.error ?? ''
}
