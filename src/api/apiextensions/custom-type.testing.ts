import type { JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { KindContext } from '../kind-context'
import { parseFeatureGates } from '../releases/feature-gates'
import { loadExpressions } from '../expressions'
import { compileCustomType, type CustomType } from './custom-type'
import type { DefinitionVersion, JsonSchema } from './definition'

// A server loads them before it validates the first object that has rules.
await loadExpressions()

export const G = 'x.example.com'
export const obj = (properties?: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  ...(properties && { properties }),
  ...more,
})
export const open: JsonSchema = { type: 'object', 'x-orch-preserve-unknown-fields': true }
export const str: JsonSchema = { type: 'string' }
export const int: JsonSchema = { type: 'integer' }
export const definition = (
  versions: DefinitionVersion[],
  spec: JsonObject = {},
  status: JsonObject = {},
): ApiObject => ({
  metadata: { name: `widgets.${G}` },
  spec: {
    group: G,
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget', singular: 'widget' },
    versions,
    ...spec,
  },
  status: { acceptedNames: {}, ...status },
})
export const version = (root: JsonSchema | undefined, more: Partial<DefinitionVersion> = {}): DefinitionVersion => ({
  name: 'v1',
  served: true,
  storage: true,
  ...(root && { schema: { openAPIV3Schema: root } }),
  ...more,
})
export const typeOf = (
  root: JsonSchema | undefined,
  more?: Partial<DefinitionVersion>,
  release = 25,
  spec?: JsonObject,
): CustomType => {
  const [type] = compileCustomType(definition([version(root, more)], spec), {
    release,
    feature: parseFeatureGates([], release).enabled,
  })
  if (!type) throw new Error('no type')
  return type
}
export const widget = (rest: JsonObject = {}, apiVersion = `${G}/v1`): ApiObject => ({
  apiVersion,
  kind: 'Widget',
  metadata: { name: 'a', namespace: 'n' },
  ...rest,
})
export const context = {} as KindContext

/** The stored object for a body, or its errors. */
export function create(type: CustomType, body: ApiObject): { object: ApiObject; unknown: string[]; causes: string[] } {
  const { value, unknown, errors } = type.read(body)
  const object = value as ApiObject
  type.applyDefaults(object)
  type.behaviour.prepareForCreate?.(object, context)
  const causes = [
    ...errors,
    ...(type.behaviour.validate?.(object, context) ?? []).map(({ reason, field }) => `${reason} ${field}`),
  ]
  return { object, unknown, causes: causes.sort() }
}
export const specOf = (root: JsonSchema, spec: JsonObject[string]) =>
  create(typeOf(obj({ spec: root })), widget({ spec })).object.spec
export const causesOf = (root: JsonSchema, spec: JsonObject[string], release = 25) =>
  create(typeOf(obj({ spec: root }), {}, release), widget({ spec })).causes
export const invalid = (...fields: string[]) => fields.map((field) => `FieldValueInvalid ${field}`)
export const wrongType = (...fields: string[]) => fields.map((field) => `FieldValueTypeInvalid ${field}`)

export const loose = obj({
  s: str,
  i: int,
  n: { type: 'number' },
  b: { type: 'boolean' },
  l: { type: 'array', items: str },
  o: obj({ a: str }),
})
export const combined = obj(
  { a: str, b: str, c: int, d: str },
  {
    oneOf: [{ required: ['a'] }, { required: ['b'] }],
    anyOf: [{ properties: { c: { minimum: 5 } } }, { properties: { c: { maximum: 1 } } }],
    allOf: [{ properties: { a: { minLength: 2 } } }],
    not: { required: ['d'] },
  },
)
