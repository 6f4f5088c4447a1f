import { isObject } from '../../machinery/json'
import { itemSchema, propertyOf, valuesOf, type JsonSchema } from './definition'

const META = new Set(['apiVersion', 'kind', 'metadata'])

/**
 * Drops fields that are not in the schema, in place, and returns their paths. Standard object members are kept in embedded objects (and at
 * the root if `root`).
 */
export function prune(value: unknown, schema: JsonSchema | undefined, root: boolean): string[] {
  const pruner = new Pruner()
  pruner.prune(value, root ? { ...schema, 'x-orch-embedded-resource': true } : schema, '')
  return pruner.dropped
}

class Pruner {
  readonly dropped: string[] = []

  prune(value: unknown, schema: JsonSchema | undefined, path: string): void {
    if (schema?.['x-orch-preserve-unknown-fields']) this.keep(value, schema, path)
    else if (Array.isArray(value))
      value.forEach((item, i) => this.prune(item, schema && itemSchema(schema), `${path}[${i}]`))
    else if (isObject(value)) this.members(value, schema ?? {}, false, path)
  }

  /** Preserves unknown members but still prunes within known ones. */
  private keep(value: unknown, schema: JsonSchema | undefined, path: string): void {
    if (!schema) return
    if (Array.isArray(value)) value.forEach((item, i) => this.keep(item, itemSchema(schema), `${path}[${i}]`))
    else if (isObject(value)) this.members(value, schema, true, path)
  }

  private members(value: Record<string, unknown>, schema: JsonSchema, keep: boolean, path: string): void {
    const embedded = schema['x-orch-embedded-resource'] === true
    for (const key of Object.keys(value)) {
      if (embedded && META.has(key)) continue
      const here = path === '' ? key : `${path}.${key}`
      const property = propertyOf(schema, key)
      if (property) this.prune(value[key], property, here)
      else if (schema.additionalProperties !== undefined) this.prune(value[key], valuesOf(schema), here)
      else if (!keep) {
        delete value[key]
        this.dropped.push(here)
      }
    }
  }
}
