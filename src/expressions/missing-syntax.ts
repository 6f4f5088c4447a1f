import type { Node } from './ast'
import type { Environment } from './environment'

/** Why an expression can't be used in an environment although it is valid syntax; undefined if it can. */
export function missingSyntax(node: Node, { optionals, pairs }: Environment): string | undefined {
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
