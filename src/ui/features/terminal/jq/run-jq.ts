import { isObject, sortMembers } from '../../../../machinery/json'
import { callFunction } from './jq-functions'
import { parseJq } from './jq-parser'
import type { Jq } from './jq-tree'
import { JqMistake } from './jq-mistake'
import { add, compare, isTrue, kindOf, show } from './jq-values'

/** Options of `jq`, named as its long flags are. */
export interface JqOptions {
  readonly raw?: boolean
  readonly compact?: boolean
  readonly slurp?: boolean
  readonly sortKeys?: boolean
  readonly exitStatus?: boolean
  readonly noInput?: boolean
}

type Variables = ReadonlyMap<string, unknown>

/**
 * Runs a jq program on the JSON documents of a text. Returns its output and exit code.
 * @throws JqMistake for an invalid program or document
 */
export function runJq(program: string, text: string, options: JqOptions = {}): { text: string; code: number } {
  const tree = parseJq(program)
  const documents = documentsOf(text)
  const inputs = options.noInput ? [null] : options.slurp ? [documents] : documents
  const results = inputs.flatMap((input) => evaluate(tree, input, new Map()))
  const printed = results.map((value) => printed1(value, options)).join('')
  return { text: printed, code: options.exitStatus && !isTrue(results.at(-1)) ? 1 : 0 }
}

function printed1(value: unknown, { raw, compact, sortKeys }: JqOptions): string {
  if (raw && typeof value === 'string') return `${value}\n`
  const shown = sortKeys ? sortMembers(value) : value
  return `${JSON.stringify(shown ?? null, null, compact ? undefined : 2)}\n`
}

/** The documents of a text, separated by line breaks. */
function documentsOf(text: string): unknown[] {
  if (text.trim() === '') return []
  try {
    return [JSON.parse(text) as unknown]
  } catch {
    return text
      .split(/\n(?=[{["])/)
      .filter((part) => part.trim() !== '')
      .map((part) => {
        try {
          return JSON.parse(part) as unknown
        } catch {
          throw new JqMistake('the input is not JSON: get it with -o json')
        }
      })
  }
}

function evaluate(tree: Jq, input: unknown, variables: Variables): unknown[] {
  const run = (part: Jq, value: unknown): unknown[] => evaluate(part, value, variables)
  switch (tree.type) {
    case 'identity':
      return [input]
    case 'recurse':
      return callFunction('recurse', [], input, run)
    case 'literal':
      return [tree.value]
    case 'text':
      return [tree.parts.map((part) => (typeof part === 'string' ? part : show(run(part, input)[0]))).join('')]
    case 'field':
      return run(tree.of, input).flatMap((value) => run(tree.name, input).map((key) => member(value, key)))
    case 'slice': {
      const [from, to] = [tree.from && run(tree.from, input)[0], tree.to && run(tree.to, input)[0]]
      return run(tree.of, input).map((value) => sliced(value, from, to))
    }
    case 'each':
      return run(tree.of, input).flatMap(items)
    case 'try':
      try {
        return run(tree.of, input)
      } catch (error) {
        if (error instanceof JqMistake) return []
        throw error
      }
    case 'pipe':
      return run(tree.left, input).flatMap((value) => run(tree.right, value))
    case 'comma':
      return [...run(tree.left, input), ...run(tree.right, input)]
    case 'and':
    case 'or':
      return run(tree.left, input).flatMap((left) =>
        isTrue(left) === (tree.type === 'or')
          ? [tree.type === 'or']
          : run(tree.right, input).map((right) => isTrue(right)),
      )
    case 'else':
      return otherwise(tree.left, tree.right, input, run)
    case 'binary':
      return run(tree.right, input).flatMap((right) =>
        run(tree.left, input).map((left) => calculate(tree.operator, left, right)),
      )
    case 'list':
      return [tree.of ? run(tree.of, input) : []]
    case 'object':
      return objects(tree.members, input, run)
    case 'if':
      return run(tree.condition, input).flatMap((one) => run(isTrue(one) ? tree.then : tree.otherwise, input))
    case 'bind':
      return run(tree.value, input).flatMap((value) =>
        evaluate(tree.body, input, new Map([...variables, [tree.name, value]])),
      )
    case 'variable':
      if (!variables.has(tree.name)) throw new JqMistake(`${tree.name} is not defined`)
      return [variables.get(tree.name)]
    case 'call':
      return callFunction(tree.name, tree.args, input, run)
  }
}

type Run = (part: Jq, value: unknown) => unknown[]

/** The truthy results of the left side, or else the right side. */
function otherwise(left: Jq, right: Jq, input: unknown, run: Run): unknown[] {
  let found: unknown[] = []
  try {
    found = run(left, input).filter(isTrue)
  } catch (error) {
    if (!(error instanceof JqMistake)) throw error
  }
  return found.length > 0 ? found : run(right, input)
}

function objects(members: readonly (readonly [Jq, Jq])[], input: unknown, run: Run): unknown[] {
  let made: Record<string, unknown>[] = [{}]
  for (const [key, value] of members)
    made = made.flatMap((object) =>
      run(key, input).flatMap((name) => run(value, input).map((one) => ({ ...object, [show(name)]: one ?? null }))),
    )
  return made
}

function member(value: unknown, key: unknown): unknown {
  if (value === null || value === undefined) return null
  if (Array.isArray(value) && typeof key === 'number') return (value.at(key) as unknown) ?? null
  if (isObject(value) && typeof key === 'string') return Object.hasOwn(value, key) ? value[key] : null
  throw new JqMistake(`Cannot index ${kindOf(value)} with ${typeof key === 'string' ? JSON.stringify(key) : show(key)}`)
}

function sliced(value: unknown, from: unknown, to: unknown): unknown {
  if (value === null) return null
  if (typeof value !== 'string' && !Array.isArray(value)) throw new JqMistake(`Cannot slice ${kindOf(value)}`)
  return value.slice(from === undefined ? 0 : Number(from), to === undefined ? undefined : Number(to))
}

function items(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (isObject(value)) return Object.values(value)
  throw new JqMistake(`Cannot iterate over ${kindOf(value)}`)
}

function calculate(operator: string, left: unknown, right: unknown): unknown {
  switch (operator) {
    case '==':
      return compare(left, right) === 0
    case '!=':
      return compare(left, right) !== 0
    case '<':
      return compare(left, right) < 0
    case '<=':
      return compare(left, right) <= 0
    case '>':
      return compare(left, right) > 0
    case '>=':
      return compare(left, right) >= 0
    case '+':
      return add(left, right)
  }
  if (operator === '-' && Array.isArray(left) && Array.isArray(right))
    return left.filter((one) => !right.some((other) => compare(one, other) === 0))
  if (typeof left !== 'number' || typeof right !== 'number')
    throw new JqMistake(`${kindOf(left)} and ${kindOf(right)} cannot be used with ${operator}`)
  if (operator === '-') return left - right
  if (operator === '*') return left * right
  if (right === 0) throw new JqMistake(`${left} cannot be divided by 0`)
  return operator === '/' ? left / right : left % right
}
