import { type Node, partsOf } from './ast'
import { SyntaxFault } from './lexer'

/** Maximum depth of the tree, which all later phases walk recursively. */
export const MAX_DEPTH = 250

/** Refuses a tree that is too deep. Literals don't count. @throws SyntaxFault */
export function refuseDeepTree(root: Node): void {
  const open: Node[] = [root]
  const depths: number[] = [1]
  for (let node = open.pop(); node; node = open.pop()) {
    const depth = depths.pop() ?? 1
    if (depth > MAX_DEPTH) throw new SyntaxFault(`expression recursion limit exceeded: ${MAX_DEPTH}`, node.start)
    for (const part of partsOf(node))
      if (part.kind !== 'literal') {
        open.push(part)
        depths.push(depth + 1)
      }
  }
}
