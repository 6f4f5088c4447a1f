import { type Node, partsOf } from './ast'
import type { Environment } from './environment'
import { plan } from './evaluate'
import { CostLimitError, EvaluationError, type Issue } from './expression-error'
import { isFolded } from './folding'
import { Frame } from './frame'
import { isPattern } from './patterns'
import type { Type } from './types'

const PATTERNS = new Set(['matches', 'find', 'findAll'])
const MAKING = /\b(?:bool|bytes|double|duration|int|string|timestamp|uint|matches|find|findAll)\b/

/** Constants that servers make once, when they compile an expression, and that can't be made: failing conversions, wrong patterns. */
export function constantIssues(
  source: string,
  node: Node,
  environment: Environment,
  types: ReadonlyMap<number, Type>,
): readonly Issue[] {
  return environment.foldsConstants && MAKING.test(source) ? new Maker(environment, types).issuesOf(node) : []
}

class Maker {
  private readonly issues: Issue[] = []
  /** One for all constants, so that all together are bounded. */
  private readonly frame = new Frame(() => undefined, Infinity, undefined)

  constructor(
    private readonly environment: Environment,
    private readonly types: ReadonlyMap<number, Type>,
  ) {}

  issuesOf(node: Node): readonly Issue[] {
    try {
      this.visit(node)
    } catch (error) {
      // Too much for one moment: the expression itself will say so when it runs.
      if (!(error instanceof CostLimitError)) throw error
    }
    return this.issues
  }

  private visit(node: Node): void {
    if (node.kind !== 'call') return partsOf(node).forEach((part) => this.visit(part))
    const message = isFolded(node) ? this.failureOf(node) : undefined
    const before = this.issues.length
    partsOf(node).forEach((part) => this.visit(part))
    if (message !== undefined && this.issues.length === before) this.report(node, message)
    this.checkPattern(node)
  }

  private report({ mark, start, end }: Node, message: string): void {
    this.issues.push({ message, start: mark ?? start, end })
  }

  /** Why a constant can't be made; undefined if it can. */
  private failureOf(node: Node): string | undefined {
    try {
      plan(node, this.environment, this.types, false)(this.frame)
      return undefined
    } catch (error) {
      if (error instanceof EvaluationError) return error.message
      throw error
    }
  }

  private checkPattern({ name, target, args }: Node & { kind: 'call' }): void {
    const pattern = PATTERNS.has(name) ? args[target ? 0 : 1] : undefined
    if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string' || isPattern(pattern.value)) return
    this.report(pattern, `error parsing regexp: ${pattern.value}`)
  }
}
