import { parseJson } from '../../../machinery/json-text'
import { decodeText } from '../../../machinery/base64'
import { applyJsonPatch } from '../../../machinery/json-patch'
import { equal, isObject, type Json, type JsonObject } from '../../../machinery/json'
import { messageOf } from '../../../machinery/message-of'
import { responseOf } from '../../../outside/admission-webhooks'
import type { Sandbox } from '../../../outside/sandbox/sandbox'

/** The expected result of a review. */
export interface Expectation {
  readonly allowed: boolean
  /** The expected refusal message; empty for any. */
  readonly message: string
  /** The expected object after the webhook's patch, if it should change. */
  readonly object?: unknown
}

/** A request to try a webhook with, and the expected answer. */
export interface TestCase {
  readonly id: string
  readonly name: string
  /** An AdmissionReview as JSON. */
  readonly review: string
  readonly expect: Expectation
}

/** A webhook's actual result. */
export interface TestOutcome {
  readonly allowed: boolean
  readonly message: string
  readonly warnings: readonly string[]
  /** Absent if the webhook changed nothing. */
  readonly object?: unknown
}

/** Result of a test, with the reason if it failed. */
export type TestResult =
  | { readonly passed: true; readonly outcome: TestOutcome }
  | { readonly passed: false; readonly why: string; readonly outcome?: TestOutcome }

/** Parses a webhook's return value. @throws Error for values that the server would reject */
export function outcomeOf(review: JsonObject, returned: Json): TestOutcome {
  const { response } = responseOf(review, returned)
  if (!isObject(response)) throw new Error('the answer has no response')
  const { allowed, status, patch, warnings } = response
  if (typeof allowed !== 'boolean') throw new Error('the response must say allowed: true or false')
  const message = isObject(status) && typeof status.message === 'string' ? status.message : ''
  const outcome: TestOutcome = {
    allowed,
    message: allowed ? '' : message,
    warnings: Array.isArray(warnings) ? warnings.map(String) : [],
  }
  if (!allowed || typeof patch !== 'string' || patch === '') return outcome
  const request = isObject(review.request) ? review.request : {}
  const operations: unknown = parseJson(decodeText(patch))
  const object = applyJsonPatch(request.object ?? null, operations)
  return equal(object, request.object) ? outcome : { ...outcome, object }
}

/** The first difference from the expectation; undefined if there is none. */
export function difference(expected: Expectation, { allowed, message, object }: TestOutcome): string | undefined {
  if (allowed !== expected.allowed)
    return allowed ? 'it was allowed, but should be refused' : `it was refused, but should be allowed: ${message}`
  if (!allowed && expected.message !== '' && !message.includes(expected.message))
    return `the message was “${message}” instead of “${expected.message}”`
  if (expected.object === undefined) return object === undefined ? undefined : 'it changed the object, but should not'
  if (object === undefined) return 'it did not change the object, but should'
  return equal(object, expected.object) ? undefined : 'it changed the object in a different way'
}

/** Makes this result the expectation. */
export const expectationOf = ({ allowed, message, object }: TestOutcome): Expectation => ({
  allowed,
  message,
  ...(object !== undefined && { object }),
})

/** Reads an AdmissionReview. @throws Error if it is not one or has no request */
export function parseReview(text: string): JsonObject {
  const value = parseJson(text)
  if (!isObject(value) || !isObject(value.request)) throw new Error('a test needs an AdmissionReview with a request')
  return value
}

/** Runs a test case; never rejects. */
export async function runCase(
  sandbox: Sandbox,
  source: string,
  { review: text, expect }: TestCase,
  limitMs: number,
): Promise<TestResult> {
  try {
    const review = parseReview(text)
    const outcome = outcomeOf(review, await sandbox.run({ source, name: 'default', input: review, limitMs }))
    const why = difference(expect, outcome)
    return why === undefined ? { passed: true, outcome } : { passed: false, why, outcome }
  } catch (error) {
    return { passed: false, why: messageOf(error) }
  }
}
