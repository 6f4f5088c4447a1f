import { describe, expect, it } from 'vitest'
import { filled, kindContext, refusals } from '../../../testing/kinds'
import { validatingAdmissionPolicy } from '../../kinds/admissionregistration/validating-admission-policy/validating-admission-policy'
import { runBench, verdictOf } from '../bench'
import { POLICY_EXAMPLES } from './catalogue'

describe('the catalogue of policies', () => {
  it('has many, each with requests that pass and requests that do not', () => {
    expect(POLICY_EXAMPLES.length).toBeGreaterThanOrEqual(25)
    expect(new Set(POLICY_EXAMPLES.map(({ id }) => id)).size).toBe(POLICY_EXAMPLES.length)
    for (const { cases } of POLICY_EXAMPLES) {
      expect(cases.some(({ refusal }) => refusal === undefined)).toBe(true)
      expect(cases.some(({ refusal }) => refusal !== undefined)).toBe(true)
    }
  })

  it.each(POLICY_EXAMPLES.map((example) => [example.id, example] as const))(
    '%s can be registered at its release',
    (_, { spec, since }) => {
      const context = kindContext({ release: since })
      expect(refusals(validatingAdmissionPolicy, { spec }, context)).toEqual([])
      expect(filled(validatingAdmissionPolicy, { spec }, context)['spec']).toMatchObject({ matchConstraints: {} })
    },
  )

  it.each(
    POLICY_EXAMPLES.flatMap(({ id, spec, since, cases }) =>
      cases.map((one) => [`${id}: ${one.name}`, { spec, since, one }] as const),
    ),
  )('%s', (_, { spec, since, one }) => {
    const verdict = verdictOf(runBench(spec, one, since), spec)
    if (one.refusal === undefined) expect(['allowed', 'not for this request']).toContain(verdict)
    else expect(verdict).toContain(one.refusal)
  })
})
