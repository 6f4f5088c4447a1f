import { POLICY_EXAMPLES } from '../../../../api/policies/examples/catalogue'
import {
  created,
  exampleDeployment,
  MATCH_DEPLOYMENTS,
  one,
  type PolicyExample,
} from '../../../../api/policies/examples/example'

/** A policy to write from scratch: its rule allows everything. */
export const NEW_POLICY: PolicyExample = {
  id: 'my-policy',
  title: 'New policy',
  about: 'Your own policy. Choose what it matches, and write the expression that must be true.',
  since: 26,
  spec: one(MATCH_DEPLOYMENTS, 'true', { message: 'say here why the request is refused' }),
  cases: [created('a Deployment', exampleDeployment())],
}

/** The policies that the bench offers: the examples and, last, a new one. */
export const BENCH_POLICIES: readonly PolicyExample[] = [...POLICY_EXAMPLES, NEW_POLICY]
