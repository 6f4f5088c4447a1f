import { addAll } from '../../machinery/lists'
import { clone, isObject } from '../../machinery/json'
import { type Reading, type ReadOptions, readTyped } from '../walk'
import { applyDefaults } from './default'
import type { Definition, DefinitionVersion, JsonSchema } from './definition'
import { coerceEmbedded, metaSchema } from './embedded'
import { prune } from './prune'

/** Applies one version's schema to values. */
export class VersionForm {
  readonly schema: JsonSchema | undefined
  private readonly keepUnknown: boolean

  constructor(
    definition: Definition,
    version: DefinitionVersion,
    private readonly release: number,
  ) {
    this.schema = version.schema?.openAPIV3Schema
    this.keepUnknown = definition.spec.preserveUnknownFields === true
  }

  read(body: unknown, options: ReadOptions = {}): Reading {
    if (!isObject(body)) return { value: body, unknown: [], errors: ['the body must be an object'] }
    const value = clone(body)
    const unknown: string[] = []
    const errors: string[] = []
    const metaType = metaSchema(this.release)
    if (value.metadata === null) delete value.metadata
    if (value.metadata !== undefined && metaType) {
      const reading = readTyped(value.metadata, metaType, options)
      value.metadata = reading.value as typeof value.metadata
      addAll(
        unknown,
        reading.unknown.map((path) => `metadata.${path}`),
      )
      addAll(
        errors,
        reading.errors.map((error) => `metadata.${error}`),
      )
    }
    const embedded = coerceEmbedded(value, this.schema, this.release)
    addAll(unknown, this.prune(value))
    addAll(unknown, embedded.unknown)
    return { value, unknown, errors: [...errors, ...embedded.errors] }
  }

  prune(value: unknown): string[] {
    return this.keepUnknown ? [] : prune(value, this.schema, true)
  }

  applyDefaults(object: unknown, keepNulls = false): void {
    applyDefaults(object, this.schema, keepNulls)
  }
}
