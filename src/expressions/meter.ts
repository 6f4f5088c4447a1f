import { CostLimitError } from './expression-error'
import { lengthOf, sizeOf, type Value } from './values'

/** Steps that one evaluation may take: each is about a nanosecond of a machine of today. */
const MOST_STEPS = 25_000_000
/** Texts that are shorter are measured as quickly as they are looked up. */
const SHORT = 64

/**
 * Counts what evaluation does beside what it costs: the published costs leave some work out, such as comparing parts of a
 * large map. Both limits are numbers of things done, so the same expression ends at the same place on every machine.
 */
export class Meter {
  private steps = 0
  private lengths: Map<string, number> | undefined

  /** Called before the work is done. @throws CostLimitError */
  spend(steps: number): void {
    this.steps += steps
    if (this.steps > MOST_STEPS) throw new CostLimitError()
  }
  get stepsLeft(): number {
    return MOST_STEPS - this.steps
  }

  /** Characters of a text, or items of a collection; the length of a long text is found once. */
  sizeOf = (value: Value): number => {
    if (typeof value !== 'string' || value.length < SHORT) return sizeOf(value)
    this.lengths ??= new Map()
    let length = this.lengths.get(value)
    if (length === undefined) {
      this.spend(value.length)
      length = lengthOf(value)
      this.lengths.set(value, length)
    }
    return length
  }
}
