import { isObject } from '../../../machinery/json'
import type { PathElement } from '../../../managed-fields/path-element'
import { locate } from './locate'

const LONGEST = 80

/**
 * The value of an owned field as text, or undefined if the path does not exist. Structures that are owned as a whole are
 * truncated.
 */
export function ownedValue(object: unknown, path: readonly PathElement[]): string | undefined {
  const steps = locate(object, path)
  if (!steps) return undefined
  let node = object
  for (const step of steps) {
    if (Array.isArray(node) && typeof step === 'number') node = (node as unknown[])[step]
    else if (isObject(node)) node = node[step]
  }
  const text = JSON.stringify(node)
  return text !== undefined && text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
