import { type Node, partsOf } from './ast'
import { EvaluationError } from './expression-error'
import type { Step } from './frame'
import type { Value } from './values'

/** Finds constant subexpressions; each is examined once. */
export class Constants {
  /** By node id. */
  private readonly known: (boolean | undefined)[] = []

  /** Whether a subexpression uses no names, so that its value never changes. */
  readonly has = (node: Node): boolean => {
    if (node.kind === 'literal') return true
    return (this.known[node.id] ??= !NAMING.has(node.kind) && partsOf(node).every(this.has))
  }
}
const NAMING: ReadonlySet<Node['kind']> = new Set(['name', 'bind', 'optionalMap', 'loop'])

/** Evaluates a subexpression only the first time. The cost is charged every time. */
export function once(step: Step): Step {
  let made: { readonly value: Value; readonly cost: number } | undefined
  let failed: { readonly error: EvaluationError; readonly cost: number } | undefined
  return (frame) => {
    if (made) {
      frame.charge(made.cost)
      return made.value
    }
    if (failed) {
      frame.charge(failed.cost)
      throw failed.error
    }
    const before = frame.cost
    try {
      const value = step(frame)
      made = { value, cost: frame.cost - before }
      return value
    } catch (error) {
      if (error instanceof EvaluationError) failed = { error, cost: frame.cost - before }
      throw error
    }
  }
}
