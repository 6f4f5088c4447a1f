import type { Node } from './ast'

/** The qualified name that a chain of selections forms; undefined for any other expression. */
export function dottedName(node: Node): string | undefined {
  if (node.kind === 'name') return node.name
  if (node.kind !== 'select' || node.test || node.optional) return undefined
  const before = dottedName(node.operand)
  return before === undefined ? undefined : `${before}.${node.field}`
}
