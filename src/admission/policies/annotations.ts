import { writeJson } from '../../machinery/json-text'
import type { AdmissionRequest } from '../plugin'

/** A validation that failed, as it is told to the audit. */
export interface Failure {
  readonly message: string
  readonly policy: string
  readonly binding: string
  readonly expressionIndex: number
  readonly validationActions: readonly string[]
}

const FAILURE_KEY = 'validation.policy.admission.orch.io/validation_failure'
const MAX_VALUE = 10 * 1024

/** Collects what policies tell the audit of one request. */
export class PolicyAnnotations {
  private readonly values = new Map<string, Set<string>>()
  private told = false

  constructor(private readonly request: AdmissionRequest) {}

  /** Values of several bindings stand beside each other; the same value once. */
  add(policy: string, key: string, value: string): void {
    const name = `${policy}/${key}`
    const known = this.values.get(name) ?? new Set()
    known.add(value.slice(0, MAX_VALUE))
    this.values.set(name, known)
  }

  /** An annotation can't be changed any more once it is told: the first failure is. */
  failure(failure: Failure): void {
    if (this.told) return
    this.told = true
    this.request.annotate(FAILURE_KEY, writeJson([failure]))
  }

  publish(): void {
    for (const [key, values] of this.values) this.request.annotate(key, [...values].join(', '))
  }
}
