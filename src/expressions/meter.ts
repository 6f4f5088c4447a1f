import { CostLimitError } from './expression-error'
import { lengthOf, sizeOf, type Value } from './values'

/** Step limit of one evaluation; a step takes one to two nanoseconds on a current machine, up to four on a busy or older one. */
const MOST_STEPS = 12_000_000
/** Measuring shorter strings is as fast as a cache look-up. */
const SHORT = 64

/**
 * Counts work that the published costs leave out, such as comparing parts of a large map. Both limits count operations, not time, so an
 * expression stops at the same point on every machine.
 */
export class Meter {
  private steps = 0
  private lengths: Map<string, number> | undefined
  /** The long string that was measured last: loops usually measure the same one in every round. */
  private last = ''
  private lastLength = 0

  /** Call before doing the work. @throws CostLimitError */
  spend(steps: number): void {
    this.steps += steps
    if (this.steps > MOST_STEPS) throw new CostLimitError()
  }
  get stepsLeft(): number {
    return MOST_STEPS - this.steps
  }

  /** Length of a string in characters, or size of a collection; lengths of long strings are cached. */
  sizeOf(value: Value): number {
    if (typeof value !== 'string' || value.length < SHORT) return sizeOf(value)
    if (value !== this.last) {
      this.lastLength = this.lengthOfLong(value)
      this.last = value
    }
    return this.lastLength
  }
  private lengthOfLong(text: string): number {
    this.lengths ??= new Map()
    let length = this.lengths.get(text)
    if (length === undefined) {
      this.spend(text.length)
      length = lengthOf(text)
      this.lengths.set(text, length)
    }
    return length
  }
}
