import { isObject } from '../../machinery/json'
import { CommandError } from '../core/errors'
import { printValue } from './go-value'
import { compactJson, indentedJson } from './json-text'
import { type FilterStep, parseTemplate, type PathNode, type PathStep } from './jsonpath-parser'
import { children, holds, descendants, isNothing, sliced } from './jsonpath-values'

/** The results of a run of nodes, and the index of the `{end}` that it stopped at. */
interface Outcome {
  readonly found: unknown[][]
  readonly end?: number
}

/** Paths in objects, and templates with them, in the syntax of this API's clients: `{range .items[*]}{.metadata.name}{end}`. */
export class JsonPath {
  private readonly nodes: readonly PathNode[]

  /** @throws CommandError for an invalid template */
  constructor(
    readonly text: string,
    /** Whether missing members are ignored. */
    private readonly lenient = true,
    /** Whether errors repeat the whole text. */
    repeated = true,
  ) {
    try {
      this.nodes = parseTemplate(text)
    } catch (error) {
      if (!(error instanceof CommandError) || !repeated) throw error
      throw new CommandError(`error parsing jsonpath ${text}, ${error.message}`)
    }
  }

  /** The template's output for a value. */
  print(value: unknown): string {
    return this.find(value)
      .map((found) => found.map(printFound).join(' '))
      .join('')
  }

  /** The results of each part of the template, as JSON lists. */
  printAsJson(value: unknown): string {
    return this.find(value)
      .map((found) => `${indentedJson(found)}\n`)
      .join('')
  }

  /**
   * The results of each part of the template; parts in a range have one for each iteration.
   * @throws CommandError if the template fails on the value
   */
  find(value: unknown): unknown[][] {
    return this.run(0, value, 0).found
  }

  /** Evaluates nodes starting at an index, inside `depth` ranges, up to the `{end}` of the innermost range. */
  private run(from: number, value: unknown, depth: number): Outcome {
    const found: unknown[][] = []
    for (let at = from; at < this.nodes.length; at++) {
      const node = this.nodes[at]
      if (!node) break
      if ('text' in node) {
        found.push([node.text])
        continue
      }
      const word = node.steps.find((step) => step.type === 'word')
      if (word?.name === 'end' && depth > 0) return { found, end: at }
      const results = this.walk(node.steps, value)
      if (word?.name !== 'range') {
        found.push(results)
        continue
      }
      const repeated = results.map((item) => this.run(at + 1, item, depth + 1))
      found.push(...repeated.flatMap((one) => one.found))
      // An empty range is also evaluated once, to find its end.
      const last = repeated.at(-1) ?? this.run(at + 1, null, depth + 1)
      at = last.end ?? at
    }
    return { found }
  }

  private walk(steps: readonly PathStep[], value: unknown): unknown[] {
    let values: unknown[] = [value]
    for (const step of steps) values = this.take(step, values)
    return values
  }

  private take(step: PathStep, values: unknown[]): unknown[] {
    switch (step.type) {
      case 'literal':
        return [step.value]
      case 'word':
        if (step.name === 'range') return values
        if (step.name === 'end') throw new CommandError('not in range, nothing to end')
        throw new CommandError(`unrecognized identifier ${step.name}`)
      case 'field':
        return this.members(values, step.name)
      case 'wildcard':
        return values.flatMap(children)
      case 'recursive':
        return values.flatMap(descendants)
      case 'slice':
        return values.flatMap((value) => (isNothing(value) ? [] : sliced(value, step)))
      case 'union':
        return step.paths.flatMap((path) => values.flatMap((value) => this.walk(path, value)))
      case 'filter':
        return values.flatMap((value) => (isNothing(value) ? [] : this.filtered(value, step)))
    }
  }

  private members(values: readonly unknown[], name: string): unknown[] {
    const found = values.flatMap((value) => (isObject(value) && Object.hasOwn(value, name) ? [value[name]] : []))
    if (found.length > 0 || values.length === 0 || this.lenient) return found
    throw new CommandError(`${name} is not found`)
  }

  private filtered(value: unknown, { left, operator, right }: FilterStep): unknown[] {
    if (!Array.isArray(value))
      throw new CommandError(`${printValue(value)} is not array or slice and cannot be filtered`)
    const list: readonly unknown[] = value
    return list.filter((item) => {
      const lefts = LENIENT.walk(left, item)
      if (operator === 'exists') return lefts.length > 0
      if (lefts.length === 0) return false
      const rights = LENIENT.walk(right, item)
      if (rights.length === 0) return false
      if (lefts.length > 1 || rights.length > 1) throw new CommandError('can only compare one element at a time')
      return holds(lefts[0], operator, rights[0])
    })
  }
}

function printFound(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return typeof value === 'object' ? compactJson(value) : printValue(value)
}

/** Evaluates filters, which ignore missing members. */
const LENIENT = new JsonPath('')

/**
 * Converts a path as used in columns and sort keys (`metadata.name`, `.metadata.name`, `{.metadata.name}`) to a template.
 * @throws CommandError for any other text
 */
export function relaxedPath(text: string): string {
  if (text === '') return ''
  const [, inner] = /^\{?\.?([^{}]+)\}?$/.exec(text) ?? []
  if (inner === undefined || /^\{/.test(text) !== /\}$/.test(text))
    throw new CommandError(
      `unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'`,
    )
  return `{.${inner}}`
}
