import { clone, setOwn } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'

/** Everybody on the request's way holds the same object, so its content changes rather than the object. */
export function replaceContent(object: ApiObject, next: ApiObject): void {
  for (const key of Object.keys(object)) delete object[key]
  for (const [key, value] of Object.entries(next)) setOwn(object, key, clone(value))
}
