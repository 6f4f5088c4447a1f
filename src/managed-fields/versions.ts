import { behaves } from '../api/releases/ledger'
import { requiredFields, schemaOf } from '../api/types'
import type { Schema } from '../api/schema'
import { addZeroValues } from '../api/zero-values'
import { isObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { FieldSet } from './field-set'
import { fieldElement } from './path-element'
import { deduced } from './shape'

/** What ownership needs to know about a kind. */
export interface ManagerOptions {
  /** Minor number of the release served: 25 for 1.25. */
  readonly release: number
  /** The kind's schema in a version; undefined if there is none. */
  schemaOf(apiVersion: string): Schema | undefined
  /** Converts an object to another version of its kind. Must not change `object`. */
  convert(object: ApiObject, toApiVersion: string): ApiObject | Promise<ApiObject>
  /** Awaited between parts of a computation, to yield to other work. Default: no pause. */
  breathe?(): Promise<void> | undefined
  /** Whether a version is still served; entries of other versions are dropped. Default: all are. */
  serves?(apiVersion: string): boolean
  /** Fields that writes through an endpoint can't change and therefore can't own (see reset-fields.ts). Default: none. */
  resetFields?(apiVersion: string, subresource: string): FieldSet
}

/** A conversion requested by a computation, which continues with the converted object. */
export interface Conversion {
  readonly object: ApiObject
  readonly to: string
}
/**
 * A computation in steps. It yields a conversion when it needs one, since some kinds convert through a webhook, and undefined where it may
 * pause. `run` runs it to completion.
 */
export type Steps<T> = Generator<Conversion | undefined, T, ApiObject | undefined>

const withMetadata = new WeakMap<Schema, Schema>()
const text: Schema = { type: 'string' }

/** Adds the standard metadata schema, which custom types may omit. */
export function withObjectMeta(schema: Schema, release: number): Schema {
  if (schema.type !== 'struct' || schema.fields?.get('metadata')?.fields?.size) return schema
  let whole = withMetadata.get(schema)
  if (!whole) {
    const metadata = schemaOf('machinery.apis.meta.v1.ObjectMeta', release) ?? deduced
    const fields = new Map([
      ...(schema.fields ?? []),
      ['apiVersion', text],
      ['kind', text],
      ['metadata', metadata],
    ] as const)
    whole = { ...schema, fields }
    withMetadata.set(schema, whole)
  }
  return whole
}

const blanks = new WeakMap<Schema, object>()
const completeBlanks = new WeakMap<Schema, ApiObject>()

/** An empty value of a type: only what responses always contain, and the structs it requires. */
function blankOf(schema: Schema): Record<string, unknown> {
  const blank = { ...(addZeroValues({}, schema) as Record<string, unknown>) }
  const needed = schema.name === undefined ? [] : requiredFields(schema.name)
  for (const [name, field] of schema.fields ?? [])
    if (field.type === 'struct' && (isObject(blank[name]) || needed.includes(name))) blank[name] = blankOf(field)
  return blank
}

/** A kind in all its versions. */
export class Versions {
  constructor(private readonly options: ManagerOptions) {}

  get release(): number {
    return this.options.release
  }

  schema(apiVersion: string): Schema {
    const schema = this.options.schemaOf(apiVersion)
    return schema ? withObjectMeta(schema, this.options.release) : deduced
  }

  serves(apiVersion: string): boolean {
    return this.options.serves?.(apiVersion) ?? true
  }

  /** An object with nothing set but what responses always contain. */
  blank(apiVersion: string): ApiObject {
    const schema = this.schema(apiVersion)
    const known = blanks.get(schema)
    if (known) return known as ApiObject
    const blank = { metadata: {}, ...blankOf(schema) }
    blanks.set(schema, blank)
    return blank
  }

  /** Adds everything that responses always contain. */
  complete(object: ApiObject, apiVersion: string): ApiObject {
    return addZeroValues(object, this.schema(apiVersion)) as ApiObject
  }

  /** `blank` with everything that responses always contain. Shared: never change it. */
  completeBlank(apiVersion: string): ApiObject {
    const schema = this.schema(apiVersion)
    const known = completeBlanks.get(schema)
    if (known?.apiVersion === apiVersion) return known
    const blank = { ...this.complete(this.blank(apiVersion), apiVersion), apiVersion }
    completeBlanks.set(schema, blank)
    return blank
  }

  *convert(object: ApiObject, to: string): Steps<ApiObject> {
    const same = object.apiVersion === to
    return (yield same ? undefined : { object, to }) ?? object
  }

  /** Fields that a write through an endpoint never changes. */
  untouched(apiVersion: string, subresource: string): FieldSet {
    return this.options.resetFields?.(apiVersion, subresource) ?? FieldSet.empty
  }

  /** Fields that can't be owned through an endpoint. Before 1.21, writers owned even fields they could not change. */
  unownable(apiVersion: string, subresource: string): FieldSet {
    return behaves('ownership-limited-to-endpoint', this.options.release)
      ? this.untouched(apiVersion, subresource)
      : FieldSet.empty
  }
}

const serverOwned = [
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'selfLink',
  'clusterName',
  'managedFields',
]

/** Fields that identify an object or that only the server writes: they are never owned. */
export const neverOwned: FieldSet = FieldSet.of(
  false,
  new Map([
    [fieldElement('apiVersion'), FieldSet.leaf],
    [fieldElement('kind'), FieldSet.leaf],
    [
      fieldElement('metadata'),
      FieldSet.of(true, new Map(serverOwned.map((name) => [fieldElement(name), FieldSet.leaf]))),
    ],
  ]),
)

/** The object without managedFields. */
export function bare(object: ApiObject): ApiObject {
  if (object.metadata?.managedFields === undefined) return object
  const { managedFields: _records, ...metadata } = object.metadata
  return { ...object, metadata }
}

/** A configuration without nulls in server-written fields: clients serialise them without meaning. */
export function withoutServerNulls(intent: ApiObject): ApiObject {
  const metadata: Record<string, unknown> = { ...intent.metadata }
  for (const name of serverOwned) if (metadata[name] === null) delete metadata[name]
  return { ...intent, metadata }
}

/** Runs a computation to its end: performs the conversions it requests, and pauses where it yields undefined. */
export async function run<T>(steps: Steps<T>, options: ManagerOptions): Promise<T> {
  let step = steps.next()
  while (!step.done) {
    const { value } = step
    const pause = value ? undefined : options.breathe?.()
    if (pause) await pause
    step = steps.next(value && (await options.convert(value.object, value.to)))
  }
  return step.value
}
