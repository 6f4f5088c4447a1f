import { kindContext } from '../../../testing/kinds'
import { clone, type JsonObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { JsonSchema } from '../definition'
import type { KindContext } from '../../kind-context'
import { loadExpressions } from '../../expressions'
import { customResourceDefinition as kind } from '../../kinds/apiextensions/custom-resource-definition/custom-resource-definition'

// A server loads them before it validates the first definition that has rules.
await loadExpressions()

export const G = 'x.example.com'
export const obj = (properties?: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  ...(properties && { properties }),
  ...more,
})
export const str: JsonSchema = { type: 'string' }
export const open: JsonSchema = { type: 'object', 'x-orch-preserve-unknown-fields': true }
export const version = (name: string, root: unknown = obj({ spec: open }), more: JsonObject = {}): JsonObject => ({
  name,
  served: true,
  storage: true,
  schema: { openAPIV3Schema: root as JsonObject },
  ...more,
})
export const crd = (versions: unknown = [version('v1')], spec: JsonObject = {}, names: JsonObject = {}): ApiObject => ({
  metadata: { name: `widgets.${G}` },
  spec: { group: G, scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget', ...names }, versions, ...spec },
})
export const ofSchema = (root: JsonSchema, more?: JsonObject): ApiObject => crd([version('v1', root, more)])

export const context = (more: Partial<KindContext> = {}): KindContext => kindContext({ release: 25, ...more })

export const created = (object: ApiObject, of = context()): ApiObject => {
  const draft = JSON.parse(JSON.stringify(object)) as ApiObject
  kind.defaults?.(draft, of.version, of)
  kind.prepareForCreate?.(draft, of)
  return draft
}
export const create = (object: ApiObject, of = context()): string[] =>
  (kind.validate?.(created(object, of), of) ?? []).map(({ reason, field }) => `${reason} ${field}`).sort()
export const update = (old: ApiObject, change: (draft: ApiObject) => void, of = context()): string[] => {
  const draft = clone(old)
  change(draft)
  kind.defaults?.(draft, of.version, of)
  kind.prepareForUpdate?.(draft, old, of)
  return (kind.validate?.(draft, of) ?? []).map(({ reason, field }) => `${reason} ${field}`).sort()
}
export const ROOT = 'spec.validation.openAPIV3Schema'
export const invalidFields = (...fields: string[]) => fields.map((field) => `FieldValueInvalid ${field}`)
export const required = (...fields: string[]) => fields.map((field) => `FieldValueRequired ${field}`)
export const forbiddenFields = (...fields: string[]) => fields.map((field) => `FieldValueForbidden ${field}`)
export const A = `${ROOT}.properties[a]`
