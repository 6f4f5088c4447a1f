import { clone, setOwn } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'

/** Replaces an object's content in place, because all steps of a request share the object. */
export function replaceContent(object: ApiObject, next: ApiObject): void {
  for (const key of Object.keys(object)) delete object[key]
  for (const [key, value] of Object.entries(next)) setOwn(object, key, clone(value))
}
