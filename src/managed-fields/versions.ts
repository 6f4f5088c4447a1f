import { behaves } from '../api/releases/ledger'
import { requiredFields, schemaOf } from '../api/types'
import type { Schema } from '../api/schema'
import { addZeroValues } from '../api/zeros'
import { isObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { FieldSet } from './field-set'
import { fieldElement } from './path-element'
import { deduced } from './shape'

/** What ownership needs to know of one kind of object. */
export interface ManagerOptions {
  /** Minor number of the release served: 25 for 1.25. */
  readonly release: number
  /** The kind's type in a version; undefined where nothing is known of it. */
  schemaOf(apiVersion: string): Schema | undefined
  /** The same object in another version of its kind. Must not change `object`. */
  convert(object: ApiObject, toApiVersion: string): ApiObject | Promise<ApiObject>
  /** Awaited between the parts of a computation: lets others have a turn. Default: no pause. */
  breathe?(): Promise<void>
  /** Whether a version is still there; entries of versions that are gone are dropped. Default: all are. */
  serves?(apiVersion: string): boolean
  /** Fields that a write through an endpoint can't change, and so can't own (see reset-fields.ts). Default: none. */
  resetFields?(apiVersion: string, subresource: string): FieldSet
}

/** A conversion that a computation asks for; it goes on with the converted object. */
export interface Conversion {
  readonly object: ApiObject
  readonly to: string
}
/**
 * A computation in steps. It yields a conversion where it needs one, since some kinds ask a webhook for it, and undefined
 * between its parts, where others may have a turn. Written once, it runs to its end with `run`.
 */
export type Steps<T> = Generator<Conversion | undefined, T, ApiObject | undefined>

const withMetadata = new WeakMap<Schema, Schema>()
const text: Schema = { type: 'string' }

/** Custom types may leave out what every object has. */
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

/** A value of a type of which nothing is set: what answers always carry, and the structs without which it can't be. */
function blankOf(schema: Schema): Record<string, unknown> {
  const blank = { ...(addZeroValues({}, schema) as Record<string, unknown>) }
  const needed = schema.name === undefined ? [] : requiredFields(schema.name)
  for (const [name, field] of schema.fields ?? [])
    if (field.type === 'struct' && (isObject(blank[name]) || needed.includes(name))) blank[name] = blankOf(field)
  return blank
}

/** The kind of an object in all its versions. */
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

  /** An object of which nothing is set, with what answers carry nevertheless. */
  blank(apiVersion: string): ApiObject {
    const schema = this.schema(apiVersion)
    const known = blanks.get(schema)
    if (known) return known as ApiObject
    const blank = { metadata: {}, ...blankOf(schema) }
    blanks.set(schema, blank)
    return blank
  }

  /** The object with all that answers carry. */
  complete(object: ApiObject, apiVersion: string): ApiObject {
    return addZeroValues(object, this.schema(apiVersion)) as ApiObject
  }

  *convert(object: ApiObject, to: string): Steps<ApiObject> {
    const same = object.apiVersion === to
    return (yield same ? undefined : { object, to }) ?? object
  }

  /** Fields that a write through an endpoint leaves as they are, whatever it says. */
  untouched(apiVersion: string, subresource: string): FieldSet {
    return this.options.resetFields?.(apiVersion, subresource) ?? FieldSet.empty
  }

  /** Fields that a writer through an endpoint can't own. Releases before 1.21 let it own what it can't change. */
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
].concat(['clusterName', 'managedFields', 'deletionTimestamp', 'deletionGracePeriodSeconds'])

/** Fields that say what an object is, and those that only the server writes: nobody owns them. */
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

/** An object without its records. */
export function bare(object: ApiObject): ApiObject {
  if (object.metadata?.managedFields === undefined) return object
  const { managedFields: _records, ...metadata } = object.metadata
  return { ...object, metadata }
}

/** An intent without nulls in fields that only the server writes: clients print them, and mean nothing by it. */
export function withoutServerNulls(intent: ApiObject): ApiObject {
  const metadata: Record<string, unknown> = { ...intent.metadata }
  for (const name of serverOwned) if (metadata[name] === null) delete metadata[name]
  return { ...intent, metadata }
}

/** Runs a computation to its end: makes the conversions that it asks for, and pauses where it asks for none. */
export async function run<T>(steps: Steps<T>, options: ManagerOptions): Promise<T> {
  let step = steps.next()
  while (!step.done) {
    const { value } = step
    if (!value) await options.breathe?.()
    step = steps.next(value && (await options.convert(value.object, value.to)))
  }
  return step.value
}
