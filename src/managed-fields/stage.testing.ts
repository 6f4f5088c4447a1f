/** An object under several managers, for tests: the part of a registry. */
import type { Schema } from '../api/schema'
import type { ApiObject, ManagedFieldsEntry } from '../machinery/object'
import type { FieldsV1 } from './field-set'
import { ApplyConflict, applySteps, type ManagerOptions, trackSteps } from './manager'
import type { Steps } from './versions'

export type Fields = Record<string, Schema>
export const text: Schema = { type: 'string' }
export const number: Schema = { type: 'integer' }
export const struct = (fields: Fields, more: Partial<Schema> = {}): Schema => ({
  type: 'struct',
  fields: new Map(Object.entries(fields)),
  ...more,
})
export const setOf = (element: Schema): Schema => ({ type: 'list', listType: 'set', element })
export const atomicOf = (element: Schema): Schema => ({ type: 'list', listType: 'atomic', element })
export const mapOf = (element: Schema, more: Partial<Schema> = {}): Schema => ({ type: 'map', element, ...more })
export const keyedBy = (keys: string[], fields: Fields): Schema => ({
  type: 'list',
  listType: 'map',
  listMapKeys: keys,
  element: struct(fields),
})
export const thing = (spec: Fields): Schema => struct({ spec: struct(spec), status: struct({ phase: text }) })

/** Options of a kind whose conversion calls no webhook. */
export type PlainOptions = Omit<ManagerOptions, 'convert'> & { convert(object: ApiObject, to: string): ApiObject }

/** Runs a computation without pauses, so that tests can be written as chains of calls. */
export function atOnce<T>(steps: Steps<T>, options: PlainOptions): T {
  let step = steps.next()
  while (!step.done) step = steps.next(step.value && options.convert(step.value.object, step.value.to))
  return step.value
}

/** One object under a number of managers, as the registry would keep it. */
export class OwnershipStage {
  live: ApiObject | undefined
  private clock = 0
  schema: Schema | undefined
  constructor(
    schema: Schema | undefined,
    readonly release = 25,
    readonly more: Partial<PlainOptions> = {},
  ) {
    this.schema = schema
  }
  get options(): PlainOptions {
    return {
      release: this.release,
      schemaOf: () => this.schema,
      convert: (object, to) => ({ ...object, apiVersion: to }),
      ...this.more,
    }
  }
  time(): string {
    return new Date(Date.UTC(2030, 0, 1, 0, 0, this.clock++)).toISOString().replace('.000Z', 'Z')
  }
  apply(
    manager: string,
    body: Record<string, unknown>,
    { force = false, version = 'v1', subresource = '', kind = 'Thing' } = {},
  ): this {
    const intent = { apiVersion: version, kind, ...body, metadata: { name: 'a', ...(body.metadata as object) } }
    const call = { manager, force, time: this.time(), subresource }
    this.live = atOnce(applySteps(this.live, intent, call, this.options), this.options)
    return this
  }
  force(manager: string, body: Record<string, unknown>): this {
    return this.apply(manager, body, { force: true })
  }
  /** Replaces everything but metadata that is not given. */
  put(manager: string, body: Record<string, unknown>, { version = 'v1', subresource = '', kind = 'Thing' } = {}): this {
    const next = { apiVersion: version, kind, ...body, metadata: { name: 'a', ...(body.metadata as object) } }
    const call = { manager, time: this.time(), subresource }
    this.live = atOnce(trackSteps(this.live, next, call, this.options), this.options)
    return this
  }
  /** Changes some members of `spec`; undefined removes. */
  patch(manager: string, spec: Record<string, unknown>, call: { version?: string; subresource?: string } = {}): this {
    const { apiVersion: _version, kind: _kind, ...rest } = this.live as ApiObject
    return this.put(manager, { ...rest, spec: clean({ ...(rest.spec as object), ...spec }) }, call)
  }
  conflicts(manager: string, body: Record<string, unknown>): string[] {
    try {
      this.apply(manager, body)
    } catch (error) {
      if (error instanceof ApplyConflict) return error.conflicts.map(({ message, field }) => `${message}: ${field}`)
      throw error
    }
    return []
  }
  get entries(): ManagedFieldsEntry[] {
    return this.live?.metadata.managedFields ?? []
  }
  get owners(): Record<string, FieldsV1> {
    return Object.fromEntries(
      this.entries.map((e) => [
        `${e.manager}${e.operation === 'Apply' ? '' : '*'}${e.apiVersion === 'v1' ? '' : `@${e.apiVersion}`}${e.subresource ? `/${e.subresource}` : ''}`,
        e.fieldsV1 as FieldsV1,
      ]),
    )
  }
  get spec(): unknown {
    return this.live?.spec
  }
}

export const clean = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))
export const spec = (value: Record<string, unknown>) => ({ spec: value })
export const owns = (fields: FieldsV1): FieldsV1 => ({ 'f:spec': fields })
export const pair = thing({ k: text, j: text, n: number })
