import { isObject } from '../../machinery/json'
import { CommandError } from '../core/errors'
import { printValue } from './go-value'
import { byText, compactJson, indentedJson, sortedEntries } from './json-text'
import { parseTemplate, type PathNode, type PathStep } from './jsonpath-parser'

/** Paths in objects and templates of them, as clients of this API write them: `{range .items[*]}{.metadata.name}{end}`. */
export class JsonPath {
  private readonly nodes: readonly PathNode[]

  /** @throws CommandError for what is no template */
  constructor(
    readonly text: string,
    /** Whether members that aren't there are passed over. */
    private readonly lenient = true,
  ) {
    try {
      this.nodes = parseTemplate(text)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      throw new CommandError(`error parsing jsonpath ${text}, ${error.message}`)
    }
  }

  /** What the template prints for a value. */
  print(value: unknown): string {
    return this.printNodes(this.nodes, value, value)
  }

  /** What the template finds, as a JSON list. */
  printAsJson(value: unknown): string {
    return indentedJson(this.find(value).flat())
  }

  /** What each path of the template finds. */
  find(value: unknown): unknown[][] {
    return this.nodes.flatMap((node) => (node.type === 'path' ? [this.walk(node.steps, value, value)] : []))
  }

  private printNodes(nodes: readonly PathNode[], current: unknown, root: unknown): string {
    return nodes
      .map((node) => {
        if (node.type === 'text') return node.text
        const found = this.walk(node.steps, current, root)
        if (node.type === 'path') return found.map(printFound).join(' ')
        return found.map((item) => this.printNodes(node.body, item, root)).join('')
      })
      .join('')
  }

  private walk(steps: readonly PathStep[], current: unknown, root: unknown): unknown[] {
    let values: unknown[] = [current]
    for (const step of steps) values = this.take(step, values, root)
    return values
  }

  private take(step: PathStep, values: readonly unknown[], root: unknown): unknown[] {
    switch (step.type) {
      case 'root':
        return [root]
      case 'current':
        return [...values]
      case 'literal':
        return [step.value]
      case 'field':
        return values.flatMap((value) => this.member(value, step.name))
      case 'wildcard':
        return values.flatMap((value) => children(value))
      case 'recursive':
        return values.flatMap((value) => descendants(value))
      case 'slice':
        return values.flatMap((value) => this.slice(value, step))
      case 'union':
        return values.flatMap((value) => step.paths.flatMap((path) => this.walk(path, value, root)))
      case 'filter':
        return values.flatMap((value) => listOf(value).filter((item) => this.matches(step, item, root)))
    }
  }

  private member(value: unknown, name: string): unknown[] {
    if (isObject(value) && Object.hasOwn(value, name)) return [value[name]]
    if (this.lenient || value === null || value === undefined) return []
    throw new CommandError(`${name} is not found`)
  }

  private slice(value: unknown, { from, to, by = 1, single }: PathStep & { type: 'slice' }): unknown[] {
    if (!Array.isArray(value)) {
      if (this.lenient && (value === null || value === undefined)) return []
      throw new CommandError(`${printValue(value)} is not array or slice`)
    }
    const { length } = value
    const start = (from ?? 0) < 0 ? length + (from ?? 0) : (from ?? 0)
    if (single) {
      if (start < 0 || start >= length)
        throw new CommandError(`array index out of bounds: index ${from ?? 0}, length ${length}`)
      return [value[start]]
    }
    const end = to === undefined ? length : to < 0 ? length + to : Math.min(to, length)
    const list: readonly unknown[] = value
    return list.filter((_item, at) => at >= start && at < end && (at - start) % Math.max(1, by) === 0)
  }

  private matches({ left, operator, right }: PathStep & { type: 'filter' }, item: unknown, root: unknown): boolean {
    const lefts = LENIENT.walk(left, item, root)
    if (operator === 'exists') return lefts.length > 0
    const rights = LENIENT.walk(right, item, root)
    if (lefts.length === 0 || rights.length === 0) return false
    return compare(lefts[0], operator, rights[0])
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const children = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : isObject(value) ? sortedEntries(value).map(([, member]) => member) : []
const descendants = (value: unknown): unknown[] => [value, ...children(value).flatMap(descendants)]

/** For filters, which pass over members that aren't there. */
const LENIENT = new JsonPath('')

function compare(left: unknown, operator: string, right: unknown): boolean {
  const order =
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : typeof left === 'string' && typeof right === 'string'
        ? byText(left, right)
        : left === right
          ? 0
          : undefined
  switch (operator) {
    case '==':
      return order === 0
    case '!=':
      return order !== 0
    case '<':
      return order !== undefined && order < 0
    case '<=':
      return order !== undefined && order <= 0
    case '>':
      return order !== undefined && order > 0
    default:
      return order !== undefined && order >= 0
  }
}

function printFound(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return typeof value === 'object' ? compactJson(value) : printValue(value)
}

/**
 * A path as people write it in columns and sort keys (`metadata.name`, `.metadata.name`, `{.metadata.name}`), as a template.
 * @throws CommandError for what is none of them
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
