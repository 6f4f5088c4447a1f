import { clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { AdmissionRequest, AdmitStep } from '../plugin'

/** Tracks which webhooks or policies to call again in the reinvocation round (admission document, "Execution rules" 4). */
export class Rounds {
  /** Called, and to be called again if the object changes later. */
  private readonly waiting = new Set<string>()
  /** To be called in the reinvocation round. */
  private readonly again = new Set<string>()
  /** The object at the end of the first round. */
  private last: ApiObject | undefined

  /** Starts a round; built-in plugins that ran in between may have changed the object. */
  begin(request: AdmissionRequest, { reinvocation }: AdmitStep): void {
    if (reinvocation && this.last && !equal(this.last, request.object)) this.wake()
  }
  /** Whether a webhook or policy is to be called in this round. */
  asks(id: string, { reinvocation }: AdmitStep): boolean {
    return !reinvocation || this.again.has(id)
  }
  /** Records a change: earlier ones and the built-in plugins must be called again. */
  changed(step: AdmitStep): void {
    this.wake()
    step.requestReinvocation()
  }
  /** Registers one that is to be reinvoked if others change the object later. */
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
