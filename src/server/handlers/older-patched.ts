/** How servers up to 1.22 read what a patch leaves of a built-in object, and refuse it. */
import { goPlain } from '../../machinery/go-untyped'
import type { Schema } from '../../api/schema'
import type { ApiError } from '../../machinery/api-error'
import { decodeJson } from '../../machinery/decode-json'
import { isObject } from '../../machinery/json'
import { writeJson } from '../../machinery/json-text'
import type { ApiObject } from '../../machinery/object'
import { readAsOlder } from '../wire/json-iterator'
import { rawProblem } from '../wire/raw-problem'
import { identityProblem } from '../wire/unreadable'
import { kindMissing } from './body-refusal'
import { leavesNoObject, type PatchKind } from './patch-document'
import { customText, patchedText } from './patched-text'

/** A patched object that has a value of a wrong type, and what it was made of. */
export interface Misread {
  readonly left: ApiObject
  readonly live: ApiObject
  readonly kind: PatchKind
  readonly patch: unknown
}

/** The refusal of a patched object. It repeats the object, unless that is a secret. */
const refused = ({ left, live, kind }: Misread, why: string): ApiError =>
  leavesNoObject([why], live.kind === 'Secret' ? '' : patchedText(left, live, kind))

/** Throws if the apiVersion or kind that a JSON or merge patch leaves can't be read as the type: `problem` says why. */
export function refuseIdentity(
  misread: Misread,
  problemOf: (apiVersion: string, kind: string) => string | undefined,
): void {
  const { left, kind } = misread
  if (kind === 'strategic') return
  const problem =
    identityProblem(left) ?? (left.apiVersion && left.kind ? problemOf(left.apiVersion, left.kind) : undefined)
  if (problem !== undefined) throw refused(misread, problem)
}

/**
 * Throws the refusal of a custom object that a patch left without a kind or with wrong metadata. Only its metadata has a type, so the
 * reader names places in the text of the metadata.
 */
export function refuseCustom({ left }: Misread, meta: Schema | undefined): void {
  const text = customText(left)
  if (!left.kind) throw leavesNoObject([kindMissing(text)], text)
  const { problem } = meta && left.metadata !== undefined ? readAsOlder(customText(left.metadata), meta) : {}
  if (problem !== undefined) throw leavesNoObject([problem], text)
}

/** Reads a patched object again: integers that are too long lose their highest bits. Throws the refusal of any other wrong value. */
export function readPatchedAgain(misread: Misread, schema: Schema): ApiObject {
  const { left, live, kind, patch } = misread
  if (kind === 'strategic') {
    const problem = ownProblem(left, schema)
    if (problem !== undefined) throw leavesNoObject([problem], goPlain(patch))
    return shortened(left, schema) as ApiObject
  }
  const source = patchedText(left, live, kind)
  const { problem, text } = readAsOlder(source, schema)
  if (problem !== undefined && left.kind !== 'Secret') throw refused(misread, problem)
  return problem === undefined && text !== source ? (decodeJson(text).value as ApiObject) : left
}

/** The parts of a typed value with their schemas. */
function* partsOf(value: unknown, { fields, element }: Schema): Generator<[key: string, part: unknown, Schema]> {
  if (Array.isArray(value) && element) for (const [i, item] of value.entries()) yield [String(i), item, element]
  if (!isObject(value)) return
  for (const key of Object.keys(value)) {
    const schema = fields?.get(key) ?? element
    if (schema) yield [key, value[key], schema]
  }
}

/** Why a value that its type reads itself, such as a time, can't be read. */
export function ownProblem(value: unknown, schema: Schema): string | undefined {
  if (schema.format === 'byte') {
    const problem = rawProblem(schema, writeJson(value) ?? 'null')
    return problem && `error decoding from json: ${problem}`
  }
  const isOwn = schema.type !== 'integer' && schema.type !== 'number' && schema.format !== undefined
  if (isOwn) return rawProblem(schema, writeJson(value) ?? 'null')
  for (const [, part, inner] of partsOf(value, schema)) {
    const problem = ownProblem(part, inner)
    if (problem !== undefined) return problem
  }
  return undefined
}

const MOST = 2 ** 31
const BITS = 32

/** A typed value whose integers keep their lowest 32 bits where their type has no more. */
function shortened(value: unknown, schema: Schema): unknown {
  if (schema.type === 'integer' && schema.format === 'int32' && Number.isInteger(value))
    return Math.abs(value as number) < MOST ? value : Number(BigInt.asIntN(BITS, BigInt(value as number)))
  let copy: Record<string, unknown> | unknown[] | undefined
  for (const [key, part, inner] of partsOf(value, schema)) {
    const made = shortened(part, inner)
    if (made === part) continue
    copy ??= Array.isArray(value) ? [...(value as unknown[])] : { ...(value as Record<string, unknown>) }
    ;(copy as Record<string, unknown>)[key] = made
  }
  return copy ?? value
}
