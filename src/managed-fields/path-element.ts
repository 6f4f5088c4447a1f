import { rememberedByText } from '../machinery/remembered'
import { parseJson, writeJson } from '../machinery/json-text'
/**
 * One element of a field path, as in `fieldsV1`: `f:<name>` for a field or map key, `k:<object>` for the element of a keyed list with
 * these keys, `v:<value>` for a set member, `i:<number>` for an index. Object keys are sorted, so equal elements are equal strings.
 */
export type PathElement = string

/** A member of an object. */
export const fieldElement = (name: string): PathElement => `f:${name}`
/** An item of a set, by its value. */
export const valueElement = (value: unknown): PathElement => `v:${writeJson(value)}`
/** An item of a list, by its position from 0. */
export const indexElement = (position: number): PathElement => `i:${position}`

/** The path element of a keyed list's item with these keys. */
export function keyElement(keys: Readonly<Record<string, unknown>>): PathElement {
  const parts = Object.keys(keys)
    .sort()
    .map((name) => `${writeJson(name)}:${writeJson(keys[name])}`)
  return `k:{${parts.join(',')}}`
}

/** Thrown for an invalid path element; managedFields entries that contain one are rejected. */
export class InvalidPathElement extends Error {
  override readonly name = 'InvalidPathElement'
}

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

/** The canonical form of a path element from elsewhere. Throws InvalidPathElement. */
export function canonicalElement(text: string): PathElement {
  if (text.startsWith('f:')) return text
  return canonicalForm(text)
}

const canonicalForm = rememberedByText(MAX_CANONICAL_FORMS, canonicalOf)

/** A path element for people: `.name`, `[name="a"]`, `[="member"]`, `[0]`. */
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

/** A path for people: `.spec.containers[name="a"].image`. */
export const pathText = (path: readonly PathElement[]): string => path.map(elementText).join('')
