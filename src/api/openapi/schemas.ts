/** Types as OpenAPI schemas, with the extensions that clients use for merging and validation. */
import type { GroupVersionKind } from '../../machinery/object'
import { parseApiVersion } from '../../machinery/object'
import { behaves } from '../releases/ledger'
import type { Schema } from '../schema'
import { kindOfType, schemaOf, type TypeTexts } from '../types'
import { type FieldOrder, requiredInOrder } from './required-fields'
import { publishedValues } from './published-enums'
import { type OpenApiVersion, referenceBase, definitionName } from './definition-names'
import { type Document, withValues, formatOf, marksOf, markers } from './schema-markers'

/** Keywords of custom types that version 2 does not have. */
const ONLY_V3: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'allOf', 'not', 'nullable', 'additionalItems'])

/** Definitions for fields that hold arbitrary objects. */
const RAW: Readonly<Record<string, string>> = {
  'apps.v1.ControllerRevision data': 'machinery.runtime.RawExtension',
  'apps.v1beta1.ControllerRevision data': 'machinery.runtime.RawExtension',
  'apps.v1beta2.ControllerRevision data': 'machinery.runtime.RawExtension',
  'machinery.apis.meta.v1.ManagedFieldsEntry fieldsV1': 'machinery.apis.meta.v1.FieldsV1',
  'machinery.apis.meta.v1.WatchEvent object': 'machinery.runtime.RawExtension',
}

/** Collects the definitions of all referenced types. */
export class Definitions {
  readonly schemas = new Map<string, Document>()
  private readonly pending: Schema[] = []

  constructor(
    readonly version: OpenApiVersion,
    private readonly texts: TypeTexts | undefined,
    private readonly release?: number,
    /** Whether enum values are published. */
    private readonly withEnums = false,
    private readonly order?: FieldOrder,
  ) {}

  /** A built-in type as of the release. */
  typeOf(name: string): Schema | undefined {
    return schemaOf(name, this.release)
  }

  /** A reference to a type, whose definition `finish` will include. */
  reference(schema: Schema & { readonly name: string }): Document {
    const name = definitionName(schema.name)
    if (!this.schemas.has(name)) {
      this.schemas.set(name, {})
      this.pending.push(schema)
    }
    return { $ref: `${referenceBase(this.version)}${name}` }
  }

  /** Adds a custom definition and returns the reference to it. */
  define(name: string, definition: Document): Document {
    this.schemas.set(name, definition)
    return { $ref: `${referenceBase(this.version)}${name}` }
  }

  /** Writes the definitions of all referenced types, transitively. */
  finish(): Document {
    for (let schema = this.pending.pop(); schema; schema = this.pending.pop())
      if (schema.name !== undefined) this.schemas.set(definitionName(schema.name), this.defined(schema.name))
    return Object.fromEntries([...this.schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** Descriptions of a built-in type's fields, if loaded. */
  textsOf(name: string): TypeTexts[string] | undefined {
    return this.texts?.[name]
  }

  private defined(name: string): Document {
    const schema = this.typeOf(name)
    const texts = this.texts?.[name]
    const properties: Document = {}
    for (const [field, type] of schema?.fields ?? []) {
      const values = this.withEnums ? publishedValues(name, field, this.release) : undefined
      const raw = RAW[`${name} ${field}`]
      const written = raw === undefined ? this.write(type) : this.raw(raw, type)
      const description = values && texts && type.type === 'string' ? withValues(texts[field], values) : texts?.[field]
      properties[field] = this.described(values ? this.amongValues(written, values) : written, description)
    }
    const required = requiredInOrder(name, this.order, this.release).filter((field) => schema?.fields?.has(field))
    const gvk = kindOfType(name)
    return {
      ...(texts?.['.'] !== undefined && { description: texts['.'] }),
      type: 'object',
      ...(required.length > 0 && { required }),
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(schema?.mapType && { 'x-orch-map-type': schema.mapType }),
      ...(gvk && { 'x-orch-group-version-kind': [gvkOf(gvk.apiVersion, gvk.kind)] }),
    }
  }

  /** Puts enum values of lists and maps at their items, in releases that publish them there. */
  private amongValues(written: Document, values: readonly string[]): Document {
    if (written.type === 'string') return { ...written, enum: values }
    const holder = written.type === 'array' ? 'items' : 'additionalProperties'
    if (!behaves('openapi-enums-of-elements', this.release ?? Infinity)) return written
    return { ...written, [holder]: { ...(written[holder] as Document), enum: values } }
  }

  private raw(name: string, schema: Schema): Document {
    return this.define(definitionName(name), { type: 'object', ...markers(marksOf(schema)) })
  }

  /** In version 3 a reference can't have siblings, so a description wraps it. */
  described(written: Document, description: string | undefined): Document {
    if (description === undefined) return written
    if (this.version === 3 && '$ref' in written) return { description, allOf: [written] }
    return { description, ...written }
  }

  /** Writes a schema: built-in structs by reference, everything else inline. */
  write(schema: Schema): Document {
    if (schema.type === 'struct' && schema.name !== undefined && this.typeOf(schema.name) !== undefined) {
      const written = this.reference(schema as Schema & { name: string })
      const marks = markers({ ...marksOf(schema), mapType: undefined })
      if (Object.keys(marks).length === 0) return written
      return this.version === 3 ? { allOf: [written], ...marks } : { ...written, ...marks }
    }
    return { ...this.shape(schema), ...markers(marksOf(schema)), ...this.rulesOf(schema) }
  }

  private shape(schema: Schema): Document {
    switch (schema.type) {
      case 'struct':
        return this.inline(schema)
      case 'map':
        return { type: 'object', ...(schema.element && { additionalProperties: this.write(schema.element) }) }
      case 'list':
        return { type: 'array', ...(schema.element && { items: this.write(schema.element) }) }
      case 'any':
        return this.anyShape(schema)
      default:
        return { type: schema.type, ...(schema.format !== undefined && formatOf(schema.format)) }
    }
  }

  private anyShape(schema: Schema): Document {
    if (schema.format !== 'int-or-string') return {}
    return this.version === 3
      ? { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] }
      : { type: 'string', format: 'int-or-string' }
  }

  private inline(schema: Schema): Document {
    const open = schema.preserveUnknown === true
    const properties: Document = {}
    if (!open || this.version === 3)
      for (const [name, field] of schema.fields ?? []) properties[name] = this.write(field)
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(schema.required && schema.required.length > 0 && { required: schema.required }),
      ...(schema.additional && { additionalProperties: this.write(schema.additional) }),
      ...(open && { 'x-orch-preserve-unknown-fields': true }),
      ...(schema.embedded && { 'x-orch-embedded-resource': true }),
    }
  }

  private rulesOf(schema: Schema): Document {
    const kept: Document = {}
    for (const [rule, value] of Object.entries(schema.rules ?? {}))
      if (this.version === 3 || !ONLY_V3.has(rule)) kept[rule] = value
    if (schema.default !== undefined) kept.default = schema.default
    if (schema.nullable && this.version === 3) kept.nullable = true
    return kept
  }
}

/** Group, version and kind of an apiVersion and kind. */
export const gvkOf = (apiVersion: string, kind: string): GroupVersionKind => ({
  group: '',
  version: apiVersion,
  ...parseApiVersion(apiVersion),
  kind,
})
