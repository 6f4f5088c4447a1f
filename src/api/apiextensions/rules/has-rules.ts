import { writeJson } from '../../../machinery/json-text'

const known = new WeakMap<object, boolean>()

/** Whether a schema, or a definition with its schemas, has validation rules anywhere. */
export function hasRules(schema: object | undefined): boolean {
  if (!schema) return false
  const found = known.get(schema) ?? writeJson(schema).includes('"x-orch-validations"')
  known.set(schema, found)
  return found
}
