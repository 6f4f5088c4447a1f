import { clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { AdmissionRequest, AdmitStep } from '../plugin'

/** What the second round needs to know of the first (admission document, "Execution rules" 4). */
export class Rounds {
  /** Asked already, and to be asked again when somebody changes the object later. */
  private readonly waiting = new Set<string>()
  /** To be asked in the second round. */
  private readonly again = new Set<string>()
  /** The object when all had been asked. */
  private last: ApiObject | undefined

  /** Plugins that ran again before this round may have changed the object. */
  begin(request: AdmissionRequest, { reinvocation }: AdmitStep): void {
    if (reinvocation && this.last && !equal(this.last, request.object)) this.wake()
  }
  /** Whether one of them is to be asked in this round. */
  asks(id: string, { reinvocation }: AdmitStep): boolean {
    return !reinvocation || this.again.has(id)
  }
  /** The object was changed: those before want to see it again, and the built-in plugins as well. */
  changed(step: AdmitStep): void {
    this.wake()
    step.requestReinvocation()
  }
  /** Wants to see what others make of the object later. */
  waits(id: string): void {
    this.waiting.add(id)
  }
  end({ object }: AdmissionRequest): void {
    if (this.waiting.size > 0 && object) this.last = clone(object)
  }

  private wake(): void {
    for (const id of this.waiting) this.again.add(id)
    this.waiting.clear()
  }
}
