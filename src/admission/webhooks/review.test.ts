import { describe, expect, it } from 'vitest'
import { encodeText } from '../../machinery/base64'
import { chooseVersion, type Review, verdictIn } from './review'

const question = (version: 'v1' | 'v1beta1'): Review => ({
  kind: 'AdmissionReview',
  apiVersion: `admission.orch.io/${version}`,
  request: { uid: 'u1' },
})
const V1 = { kind: 'AdmissionReview', apiVersion: 'admission.orch.io/v1' }
const BETA = { kind: 'AdmissionReview', apiVersion: 'admission.orch.io/v1beta1' }
const allowed = { uid: 'u1', allowed: true }
const PATCH = encodeText('[]')

describe('an answer to a review', () => {
  it.each<[string, 'v1' | 'v1beta1', boolean, unknown, object]>([
    ['allowed', 'v1', true, { ...V1, response: allowed }, { allowed: true, patch: '', patchType: '' }],
    [
      'not allowed, nothing said',
      'v1',
      false,
      { ...V1, response: { uid: 'u1' } },
      { allowed: false, result: undefined },
    ],
    [
      'a patch',
      'v1',
      true,
      { ...V1, response: { ...allowed, patch: PATCH, patchType: 'JSONPatch' } },
      { patch: '[]', patchType: 'JSONPatch' },
    ],
    [
      'nulls mean absence',
      'v1',
      true,
      { ...V1, response: { ...allowed, status: null, patch: null, patchType: null, warnings: null } },
      { allowed: true, result: undefined, patch: '', warnings: [] },
    ],
    [
      'a status',
      'v1',
      false,
      {
        ...V1,
        response: { uid: 'u1', status: { code: 418, reason: 'Teapot', message: 'short', details: { name: 'n' } } },
      },
      { result: { code: 418, reason: 'Teapot', message: 'short', details: { name: 'n' } } },
    ],
    ['v1beta1 needs no uid', 'v1beta1', true, { ...BETA, response: { allowed: true } }, { allowed: true }],
    ['v1beta1 needs no name of its kind', 'v1beta1', true, { response: { allowed: true } }, { allowed: true }],
    [
      'v1beta1 needs no type of a patch',
      'v1beta1',
      true,
      { ...BETA, response: { allowed: true, patch: PATCH } },
      { patch: '[]', patchType: 'JSONPatch' },
    ],
    [
      'v1beta1 ignores the patch of a validating one',
      'v1beta1',
      false,
      { ...BETA, response: { allowed: true, patch: PATCH } },
      { patch: '' },
    ],
  ])('%s', (_what, version, mutating, answer, expected) => {
    expect(verdictIn(question(version), version, answer, mutating)).toMatchObject(expected)
  })

  it.each<[string, 'v1' | 'v1beta1', boolean, unknown, string]>([
    ['a list', 'v1', true, [], 'not an object'],
    ['no response', 'v1', true, V1, 'response was absent'],
    [
      'another version',
      'v1',
      true,
      { ...BETA, response: allowed },
      'expected webhook response of admission.orch.io/v1',
    ],
    ['another version in v1beta1', 'v1beta1', true, { ...V1, response: allowed }, 'expected webhook response'],
    ['no version', 'v1', true, { response: allowed }, 'expected webhook response'],
    ['another kind', 'v1', true, { ...V1, kind: 'Review', response: allowed }, 'Kind="Review"'],
    [
      'another uid',
      'v1',
      true,
      { ...V1, response: { uid: 'u2', allowed: true } },
      'expected response.uid="u1", got "u2"',
    ],
    ['no uid', 'v1', true, { ...V1, response: { allowed: true } }, 'expected response.uid'],
    ['allowed is text', 'v1', true, { ...V1, response: { uid: 'u1', allowed: 'yes' } }, 'response.allowed must be'],
    [
      'a code that is no whole number',
      'v1',
      true,
      { ...V1, response: { uid: 'u1', status: { code: 1.5 } } },
      'response.code',
    ],
    ['warnings that are no texts', 'v1', true, { ...V1, response: { ...allowed, warnings: [1] } }, 'a list of strings'],
    [
      'a patch without its type',
      'v1',
      true,
      { ...V1, response: { ...allowed, patch: PATCH } },
      'but not response.patchType',
    ],
    [
      'a type without its patch',
      'v1',
      true,
      { ...V1, response: { ...allowed, patchType: 'JSONPatch' } },
      'but not response.patch',
    ],
    [
      'an empty type',
      'v1',
      true,
      { ...V1, response: { ...allowed, patch: PATCH, patchType: '' } },
      'invalid response.patchType',
    ],
    ['a patch that is not base64', 'v1', true, { ...V1, response: { ...allowed, patch: '!' } }, 'base64'],
    [
      'a validating one with a patch',
      'v1',
      false,
      { ...V1, response: { ...allowed, patch: PATCH } },
      'may not return response.patch',
    ],
    [
      'a validating one with a type',
      'v1',
      false,
      { ...V1, response: { ...allowed, patchType: 'JSONPatch' } },
      'may not return response.patchType',
    ],
  ])('refuses %s', (_what, version, mutating, answer, message) => {
    expect(() => verdictIn(question(version), version, answer, mutating)).toThrow(message)
  })

  it('is sent in the first version that both sides support', () => {
    expect(chooseVersion(['v9', 'v1beta1', 'v1'])).toBe('v1beta1')
    expect(() => chooseVersion(['v9'])).toThrow('does not accept known AdmissionReview versions')
  })
})
