import { at } from '../machinery/json'

/** The string at a path of an object; empty if there is none. */
export function textAt(object: unknown, ...path: readonly string[]): string {
  const value = path.length === 0 ? object : at(object, ...path)
  return typeof value === 'string' ? value : ''
}
