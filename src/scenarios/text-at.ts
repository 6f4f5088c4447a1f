import { at } from '../machinery/json'

/** The text at a path of an object; empty where there is no text. */
export function textAt(object: unknown, ...path: readonly string[]): string {
  const value = path.length === 0 ? object : at(object, ...path)
  return typeof value === 'string' ? value : ''
}
