import type { Schema } from '../schema'
import type { Form } from './form'
import { time, duration, quantity, intOrString, texts, rawJson } from './special-values'
import { type MessageOf, schemaOr } from './schema-alternatives'

type FormMaker = (schema: Schema | undefined, messageOf: MessageOf, name: string) => Form

/** Messages whose JSON form is not an object of their fields (resource API, "Binary envelope"), by name. */
const SPECIAL: Readonly<Record<string, FormMaker>> = {
  'machinery.apis.meta.v1.Time': () => time(0),
  'machinery.apis.meta.v1.MicroTime': () => time(6),
  'machinery.apis.meta.v1.Duration': () => duration(),
  'machinery.apis.meta.v1.FieldsV1': () => rawJson(),
  'machinery.apis.meta.v1.Verbs': () => texts(),
  'machinery.api.resource.Quantity': () => quantity(),
  'machinery.api.resource.QuantityValue': () => quantity(),
  'machinery.util.intstr.IntOrString': () => intOrString(),
  'machinery.runtime.RawExtension': () => rawJson(),
}

/** The same by the last part of the name, for types that exist in each group. */
const SPECIAL_IN_GROUPS: Readonly<Record<string, FormMaker>> = {
  ExtraValue: () => texts(),
  JSON: () => rawJson(),
  JSONSchemaPropsOrArray: (schema, messageOf, name) => schemaOr(schema, messageOf, name, 'list'),
  JSONSchemaPropsOrBool: (schema, messageOf, name) => schemaOr(schema, messageOf, name, 'bool'),
  JSONSchemaPropsOrStringArray: (schema, messageOf, name) => schemaOr(schema, messageOf, name, 'texts'),
}

/** Special encoding of a message; undefined for ordinary ones. */
export function specialForm(name: string, schema: Schema | undefined, messageOf: MessageOf): Form | undefined {
  const maker = SPECIAL[name] ?? SPECIAL_IN_GROUPS[name.slice(name.lastIndexOf('.') + 1)]
  return maker?.(schema, messageOf, name)
}
