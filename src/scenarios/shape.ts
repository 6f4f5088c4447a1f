import { compilePattern } from '../machinery/patterns/regular-expression'
import { isObject, type JsonObject } from '../machinery/json'

/** A problem in a document; `path` holds member names and indexes from the root. */
export interface ShapeProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Describes a value: a JSON schema for editors, and a check that reports problems. */
export interface ScenarioShape {
  readonly schema: JsonObject
  check(value: unknown, path: readonly (string | number)[]): readonly ShapeProblem[]
}

const problem = (path: readonly (string | number)[], message: string): ShapeProblem[] => [{ path, message }]
const nameOf = (value: unknown): string =>
  value === null || value === undefined ? 'nothing' : Array.isArray(value) ? 'a list' : `a ${typeof value}`

interface TextRules {
  /** A pattern in RE2 syntax, with a description of what it requires. */
  readonly pattern?: readonly [pattern: string, words: string]
  readonly longest?: number
  readonly oneOf?: readonly string[]
}

/** A non-empty string. */
export function text(about: string, { pattern, longest = 20_000, oneOf }: TextRules = {}): ScenarioShape {
  // Compiled on first use, because pages that only list lessons check nothing.
  const fits = (value: string): boolean => !pattern || compilePattern(pattern[0])?.test(value) !== false
  return {
    schema: {
      type: 'string',
      description: about,
      minLength: 1,
      maxLength: longest,
      ...(pattern && { pattern: pattern[0] }),
      ...(oneOf && { enum: [...oneOf] }),
    },
    check(value, path) {
      if (typeof value !== 'string') return problem(path, `must be a text, not ${nameOf(value)}`)
      if (value === '') return problem(path, 'must not be empty')
      if (value.length > longest) return problem(path, `must have at most ${longest} characters, has ${value.length}`)
      if (oneOf && !oneOf.includes(value)) return problem(path, `must be one of ${oneOf.join(', ')}, not "${value}"`)
      if (!fits(value)) return problem(path, `must be ${pattern?.[1] ?? 'in another form'}`)
      return []
    },
  }
}

/** An integer within bounds. */
export const integer = (about: string, least: number, most: number): ScenarioShape => ({
  schema: { type: 'integer', description: about, minimum: least, maximum: most },
  check: (value, path) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? []
      : problem(path, `must be an integer from ${least} to ${most}`),
})

/** A boolean. */
export const yesOrNo = (about: string): ScenarioShape => ({
  schema: { type: 'boolean', description: about },
  check: (value, path) => (typeof value === 'boolean' ? [] : problem(path, 'must be true or false')),
})

/** Any value: an object of the API, a body, a value to compare with. */
export const anything = (about: string): ScenarioShape => ({ schema: { description: about }, check: () => [] })

/** An object with arbitrary members. */
export const anyObject = (about: string): ScenarioShape => ({
  schema: { type: 'object', description: about },
  check: (value, path) => (isObject(value) ? [] : problem(path, `must be an object, not ${nameOf(value)}`)),
})

/** A list of one kind of items, at most `most` of them. */
export const list = (about: string, item: ScenarioShape, most = 500): ScenarioShape => ({
  schema: { type: 'array', description: about, items: item.schema, maxItems: most },
  check(value, path) {
    if (!Array.isArray(value)) return problem(path, `must be a list, not ${nameOf(value)}`)
    if (value.length > most) return problem(path, `must have at most ${most} items, has ${value.length}`)
    return value.flatMap((one, i) => item.check(one, [...path, i]))
  },
})

/** An object whose members all have one shape. */
export const mapShape = (about: string, item: ScenarioShape): ScenarioShape => ({
  schema: { type: 'object', description: about, additionalProperties: item.schema },
  check(value, path) {
    if (!isObject(value)) return problem(path, `must be an object, not ${nameOf(value)}`)
    return Object.entries(value).flatMap(([key, one]) => item.check(one, [...path, key]))
  },
})

/** An object with these members. Unknown ones are reported, so that misspelt members are not silently ignored. */
export function record(
  about: string,
  required: Readonly<Record<string, ScenarioShape>>,
  optional: Readonly<Record<string, ScenarioShape>> = {},
): ScenarioShape {
  const members = new Map([...Object.entries(required), ...Object.entries(optional)])
  return {
    schema: {
      type: 'object',
      description: about,
      properties: Object.fromEntries([...members].map(([name, shape]) => [name, shape.schema])),
      required: Object.keys(required),
      additionalProperties: false,
    },
    check(value, path) {
      if (!isObject(value)) return problem(path, `must be an object, not ${nameOf(value)}`)
      return [
        ...Object.keys(required)
          .filter((name) => value[name] === undefined || value[name] === null)
          .flatMap((name) => problem(path, `has no "${name}"`)),
        ...Object.entries(value).flatMap(([name, one]) => {
          const shape = members.get(name)
          if (!shape) return problem([...path, name], `is not known here; known are ${[...members.keys()].join(', ')}`)
          return one === null && name in required ? [] : shape.check(one, [...path, name])
        }),
      ]
    },
  }
}

/** One of several objects, distinguished by the member that only it has. */
export function tagged(about: string, shapes: Readonly<Record<string, ScenarioShape>>): ScenarioShape {
  const tags = Object.keys(shapes)
  return {
    schema: { description: about, anyOf: Object.values(shapes).map(({ schema }) => schema) },
    check(value, path) {
      const tag = isObject(value) ? tags.find((name) => value[name] !== undefined) : undefined
      const shape = tag === undefined ? undefined : shapes[tag]
      return shape ? shape.check(value, path) : problem(path, `must have one of ${tags.join(', ')}`)
    },
  }
}

/** A recursive shape. `depth` limits the nesting, in values and in the schema. */
export const recursive = (make: (inner: ScenarioShape) => ScenarioShape, depth: number): ScenarioShape =>
  make(
    depth > 0
      ? recursive(make, depth - 1)
      : { schema: false as never, check: (_, path) => problem(path, 'is nested too deep') },
  )
