import type { Node } from './ast'
import type { Environment } from './environment'
import { SORTED } from './macros'
import { SORT_BY_KEYS } from './operators'

/** Why an expression can't be used in an environment although it is valid syntax; undefined if it can. */
export function missingSyntax(node: Node, environment: Environment): string | undefined {
  const { optionals, pairs } = environment
  if (node.kind === 'bind' && node.name === SORTED && environment.overloads(SORT_BY_KEYS).length === 0)
    return "undeclared reference to 'sortBy' (in container '')"
  if (!pairs && node.kind === 'loop' && node.names.length === 2)
    return `undeclared reference to '${node.form}' (in container '')`
  if (optionals) return undefined
  if (node.kind === 'select' && node.optional) return "unsupported syntax '.?'"
  if (node.kind === 'call' && node.name === '_[?_]') return "unsupported syntax '[?'"
  if (node.kind === 'optionalMap')
    return `undeclared reference to '${node.flat ? 'optFlatMap' : 'optMap'}' (in container '')`
  const entries = node.kind === 'list' ? node.items : node.kind === 'map' ? node.entries : []
  return entries.some(({ optional }) => optional) ? "unsupported syntax '?'" : undefined
}
