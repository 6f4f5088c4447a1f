import { expect, it } from 'vitest'
import { POLICY_EXAMPLES } from '../../../api/policies/examples/catalogue'
import { PAIRS } from './pairs'
import { WEBHOOK_POLICIES } from './webhook-policies/catalogue'

it('names every webhook of the catalogue once, with a policy that exists or a reason', () => {
  expect(PAIRS.map(({ webhook }) => webhook).sort()).toEqual(WEBHOOK_POLICIES.map(({ id }) => id).sort())
  const known = new Set(POLICY_EXAMPLES.map(({ id }) => id))
  for (const { policy, note } of PAIRS) {
    if (policy === undefined) expect(note).toBeDefined()
    else expect(known).toContain(policy)
  }
  const named = PAIRS.flatMap(({ policy }) => policy ?? [])
  expect(new Set(named).size).toBe(named.length)
})
