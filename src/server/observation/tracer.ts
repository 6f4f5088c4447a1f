import { withoutSecrets } from '../../machinery/confidential'
import type { RequestTrace, StageName, TraceStep } from '../trace'

type Verdict = TraceStep['verdict']

interface StepDetail {
  readonly by?: string
  readonly verdict?: Verdict
  readonly reason?: string | (() => string)
  readonly before?: unknown
  readonly after?: unknown
}

interface Recorded extends StepDetail {
  readonly stage: StageName
  readonly start: number
  readonly end: number
}

/** Collects the stages of one request. Costs one comparison per stage while nobody watches. */
export class Tracer {
  private readonly steps: Recorded[] = []
  private readonly startedAt: number

  constructor(
    private readonly steady: () => number,
    /** Whether anyone watches; decided once, when the request arrives. */
    readonly observed: boolean,
  ) {
    this.startedAt = steady()
  }

  /** Milliseconds since the request arrived; pass it to `step` as the start of the next stage. */
  now(): number {
    return this.observed ? this.steady() - this.startedAt : 0
  }

  /** Whether something was stored or deleted. */
  get wrote(): boolean {
    return this.steps.some(({ stage, verdict }) => stage === 'store' && verdict !== 'none')
  }

  step(stage: StageName, start: number, detail: StepDetail = {}): void {
    if (this.observed) this.steps.push({ stage, start, end: this.now(), ...detail })
  }

  finish(head: Omit<RequestTrace, 'steps' | 'durationMs'>): RequestTrace {
    return {
      ...head,
      durationMs: this.steady() - this.startedAt,
      steps: this.steps.map(({ stage, start, end, by, verdict = 'passed', reason = '', before, after }) => ({
        stage,
        ...(by !== undefined && { by }),
        verdict,
        reason: typeof reason === 'function' ? reason() : reason,
        startMs: start,
        durationMs: end - start,
        ...(before !== undefined && { before: withoutSecrets(before) }),
        ...(after !== undefined && { after: withoutSecrets(after) }),
      })),
    }
  }
}
