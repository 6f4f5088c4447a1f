import { parseJson, writeJson } from '../machinery/json-text'
/**
 * One step of a field path, as it is written in `fieldsV1`: `f:<name>` a field or map key, `k:<object>` the element of a
 * keyed list with these keys, `v:<value>` a member of a set, `i:<number>` a position. Keys of an object are sorted, so
 * that equal steps are equal texts.
 */
export type PathElement = string

export const fieldElement = (name: string): PathElement => `f:${name}`
export const valueElement = (value: unknown): PathElement => `v:${writeJson(value)}`
export const indexElement = (position: number): PathElement => `i:${position}`

/** The element of a keyed list that has these keys. */
export function keyElement(keys: Readonly<Record<string, unknown>>): PathElement {
  const parts = Object.keys(keys)
    .sort()
    .map((name) => `${writeJson(name)}:${writeJson(keys[name])}`)
  return `k:{${parts.join(',')}}`
}

/** Thrown for a text that is no path element; entries that hold one are not understood. */
export class InvalidPathElement extends Error {
  override readonly name = 'InvalidPathElement'
}

const canonicalForms = new Map<string, PathElement>()
const MAX_CANONICAL_FORMS = 10_000

function parseIn(element: string, text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new InvalidPathElement(`${element} holds no JSON`, { cause: error })
  }
}

function canonicalOf(text: string): PathElement {
  const body = text.slice(2)
  switch (text.slice(0, 2)) {
    case 'k:': {
      const keys = parseIn(text, body)
      if (typeof keys !== 'object' || keys === null || Array.isArray(keys))
        throw new InvalidPathElement(`${text} holds no object`)
      return keyElement(keys as Record<string, unknown>)
    }
    case 'v:':
      return valueElement(parseIn(text, body))
    case 'i:':
      if (!/^-?\d+$/.test(body)) throw new InvalidPathElement(`${text} holds no number`)
      return indexElement(Number(body))
    default:
      throw new InvalidPathElement(`${text} is no path element`)
  }
}

/** The canonical form of an element written by somebody else. Throws InvalidPathElement. */
export function canonicalElement(text: string): PathElement {
  if (text.startsWith('f:')) return text
  const known = canonicalForms.get(text)
  if (known !== undefined) return known
  const canonical = canonicalOf(text)
  if (canonicalForms.size >= MAX_CANONICAL_FORMS) canonicalForms.clear()
  canonicalForms.set(text, canonical)
  return canonical
}

/** The way people read an element: `.name`, `[name="a"]`, `[="member"]`, `[0]`. */
export function elementText(element: PathElement): string {
  const body = element.slice(2)
  switch (element.charAt(0)) {
    case 'f':
      return `.${body}`
    case 'k': {
      const keys = parseJson(body) as Record<string, unknown>
      return `[${Object.entries(keys)
        .map(([name, value]) => `${name}=${writeJson(value)}`)
        .join(',')}]`
    }
    case 'v':
      return `[=${body}]`
    default:
      return `[${body}]`
  }
}

/** The way people read a path: `.spec.containers[name="a"].image`. */
export const pathText = (path: readonly PathElement[]): string => path.map(elementText).join('')
