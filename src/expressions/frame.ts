import { fail, CostLimitError } from './expression-error'
import type { Node } from './ast'
import { Meter } from './meter'
import type { Value } from './values'

/** State of one evaluation: variable values and accumulated cost. */
export class Frame extends Meter {
  cost = 0
  readonly locals: Value[] = []
  constructor(
    readonly variable: (name: string) => Value | undefined,
    private readonly limit: number,
    readonly observe: ((node: Node, value: Value) => void) | undefined,
  ) {
    super()
  }
  charge(cost: number): void {
    this.cost += cost
    if (this.cost > this.limit) throw new CostLimitError()
  }
}

/** A compiled node. @throws EvaluationError and CostLimitError */
export type Step = (frame: Frame) => Value

/** Steps for an error that another operand may override: exceptions are far slower than values. */
export const ERROR_STEPS = 5000
/** Cost of creating a list. */
export const LIST_COST = 10
/** Cost of creating a map. */
export const MAP_COST = 30
/** Cost of creating an object. */
export const OBJECT_COST = 40

/** The value as a boolean. @throws EvaluationError for any other type */
export const asBoolean = (value: Value): boolean => (typeof value === 'boolean' ? value : fail('no such overload'))
