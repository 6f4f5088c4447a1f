import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../machinery/json'
import { difference, expectationOf, outcomeOf, parseReview, type TestOutcome } from './test-cases'

const REVIEW: JsonObject = { kind: 'AdmissionReview', apiVersion: 'v1', request: { uid: 'u', object: { a: 1 } } }
const outcome = (more: Partial<TestOutcome> = {}): TestOutcome => ({
  allowed: true,
  message: '',
  warnings: [],
  ...more,
})

describe('what a webhook returned', () => {
  it.each([
    [{ allowed: true }, outcome()],
    [{ allowed: true, warnings: ['w'] }, outcome({ warnings: ['w'] })],
    [{ allowed: false, status: { message: 'no' } }, outcome({ allowed: false, message: 'no' })],
    [{ allowed: true, patch: [{ op: 'add', path: '/b', value: 2 }] }, outcome({ object: { a: 1, b: 2 } })],
    [{ allowed: true, patch: [{ op: 'add', path: '/a', value: 1 }] }, outcome()],
  ])('%j', (returned, expected) => {
    expect(outcomeOf(REVIEW, returned)).toEqual(expected)
  })

  it('keeps integers beyond 2^53', () => {
    const text = '{"request":{"object":{"a":9007199254740993}}}'
    const review = parseReview(text)
    expect(review).toEqual({ request: { object: { a: 9007199254740993n } } })
    const patch = btoa('[{"op":"add","path":"/b","value":9007199254740995}]')
    const response = { uid: 'u', allowed: true, patchType: 'JSONPatch', patch }
    const returned = { kind: 'AdmissionReview', apiVersion: 'admission.orch.io/v1', response }
    expect(outcomeOf(review, returned).object).toEqual({ a: 9007199254740993n, b: 9007199254740995n })
  })

  it.each([
    [{}, 'allowed: true or false'],
    [{ allowed: true, patch: [{ op: 'remove', path: '/none' }] }, 'none'],
    [{ kind: 'AdmissionReview' }, 'no response'],
  ])('refuses %j', (returned, message) => {
    expect(() => outcomeOf(REVIEW, returned)).toThrow(message)
  })

  it.each<[Partial<TestOutcome>, Partial<TestOutcome>, string | undefined]>([
    [{}, {}, undefined],
    [{}, { allowed: false, message: 'no' }, 'it was refused, but should be allowed: no'],
    [{ allowed: false }, {}, 'it was allowed, but should be refused'],
    [{ allowed: false, message: 'gone' }, { allowed: false, message: 'it is gone now' }, undefined],
    [
      { allowed: false, message: 'gone' },
      { allowed: false, message: 'other' },
      'the message was “other” instead of “gone”',
    ],
    [{ object: { a: 1 } }, { object: { a: 1 } }, undefined],
    [{ object: { a: 1 } }, { object: { a: 2 } }, 'it changed the object in a different way'],
    [{ object: { a: 1 } }, {}, 'it did not change the object, but should'],
    [{}, { object: { a: 1 } }, 'it changed the object, but should not'],
  ])('expecting %j, for %j', (expected, got, why) => {
    expect(difference(expectationOf(outcome(expected)), outcome(got))).toBe(why)
  })
})
