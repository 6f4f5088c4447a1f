import { byText } from '../../machinery/by-text'
import { isObject, type Json, type JsonObject } from '../../machinery/json'
import { follow, type OpenApiSchema, type Schemas } from '../core/openapi'
import { sortedEntries } from '../print/json-text'

type Found = 'map' | 'array' | 'string' | 'integer' | 'number' | 'boolean'

/** Validates an object against its schema: unknown fields, missing ones and wrong types. */
export class ManifestChecker {
  private readonly errors: string[] = []
  constructor(
    private readonly schemas: Schemas,
    private readonly kind: string,
  ) {}

  check(object: JsonObject, name: string): string[] {
    this.visit(object, this.schemas.definitions[name] ?? {}, this.kind, name)
    return this.errors
  }

  private visit(value: Json, start: OpenApiSchema, path: string, schemaPath: string): void {
    const { schema, name } = follow(this.schemas, start)
    const here = name ?? schemaPath
    if (isObject(value)) this.visitMap(value, schema, path, here)
    else if (Array.isArray(value)) {
      if (schema.properties || schema.type === 'object') this.wrongType(path, here, 'map', 'array')
      else if (schema.type === 'array')
        value.forEach((item, i) => this.visitItem(item, schema.items, `${path}[${i}]`, here))
      else if (schema.type !== undefined) this.wrongType(path, here, schema.type, 'array')
    } else if (value !== null) this.visitScalar(value, schema, path, here)
  }

  private visitItem(item: Json, schema: OpenApiSchema | undefined, path: string, schemaPath: string): void {
    if (item === null) this.fail(path, `unknown object type "nil" in ${path.replace(/^[^.[]*\.?/, `${this.kind}.`)}`)
    else if (schema) this.visit(item, schema, path, schemaPath)
  }

  private visitMap(value: JsonObject, schema: OpenApiSchema, path: string, schemaPath: string): void {
    if (schema.properties) {
      for (const [key, member] of sortedEntries(value)) {
        if (member === null) continue
        const field = schema.properties[key]
        if (!field) this.fail(path, `unknown field ${JSON.stringify(key)} in ${schemaPath}`)
        else this.visit(member, field, `${path}.${key}`, `${schemaPath}.${key}`)
      }
      for (const key of [...(schema.required ?? [])].sort(byText))
        if (value[key] === undefined || value[key] === null)
          this.fail(path, `missing required field ${JSON.stringify(key)} in ${schemaPath}`)
    } else if (schema.type === 'object') {
      if (typeof schema.additionalProperties !== 'object') return
      for (const [key, member] of sortedEntries(value))
        this.visit(member, schema.additionalProperties, `${path}.${key}`, schemaPath)
    } else if (schema.type !== undefined) this.wrongType(path, schemaPath, schema.type, 'map')
  }

  private visitScalar(value: Json, schema: OpenApiSchema, path: string, schemaPath: string): void {
    const found: Found =
      typeof value === 'string'
        ? 'string'
        : typeof value === 'boolean'
          ? 'boolean'
          : Number.isInteger(value)
            ? 'integer'
            : 'number'
    if (schema.properties || schema.type === 'object') this.wrongType(path, schemaPath, 'map', found)
    else if (schema.type === 'array') this.wrongType(path, schemaPath, 'array', found)
    else if (schema.type === 'boolean' && found !== 'boolean') this.wrongType(path, schemaPath, 'boolean', found)
    else if ((schema.type === 'integer' || schema.type === 'number') && found !== 'integer' && found !== 'number')
      this.wrongType(path, schemaPath, schema.type, found)
  }

  private wrongType(path: string, schemaPath: string, expected: string, found: Found): void {
    this.fail(
      path,
      `invalid type for ${schemaPath}: got ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`,
    )
  }
  private fail(path: string, why: string): void {
    this.errors.push(`ValidationError(${path}): ${why}`)
  }
}
