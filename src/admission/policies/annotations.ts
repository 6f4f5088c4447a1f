import { writeJson } from '../../machinery/json-text'
import type { AdmissionRequest } from '../plugin'

/** A failed validation, for the audit annotation. */
export interface Failure {
  readonly message: string
  readonly policy: string
  readonly binding: string
  readonly expressionIndex: number
  readonly validationActions: readonly string[]
}

const FAILURE_KEY = 'validation.policy.admission.orch.io/validation_failure'
const MAX_VALUE = 10 * 1024

/** Collects the audit annotations of policies for one request. */
export class PolicyAnnotations {
  private readonly values = new Map<string, Set<string>>()
  private told = false

  constructor(private readonly request: AdmissionRequest) {}

  /** Adds a value. Values of several bindings are joined, without duplicates. */
  add(policy: string, key: string, value: string): void {
    const name = `${policy}/${key}`
    const known = this.values.get(name) ?? new Set()
    known.add(value.slice(0, MAX_VALUE))
    this.values.set(name, known)
  }

  /** Reports a validation failure. An annotation can't be changed once set, so the first one wins. */
  failure(failure: Failure): void {
    if (this.told) return
    this.told = true
    this.request.annotate(FAILURE_KEY, writeJson([failure]))
  }

  publish(): void {
    for (const [key, values] of this.values) this.request.annotate(key, [...values].join(', '))
  }
}
