import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { KindContext } from '../../../kind-context'
import { loadExpressions } from '../../../expressions'
import { policySpecOf } from '../../../policies/policy'
import type { Errors } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { mayNameParamKind } from '../param-rights'
import { mutatingPolicyErrors } from '../policy-problems'
import { defaultPolicy, PARAM_KIND } from '../policy-rules'

const validate = (object: ApiObject, { release }: KindContext): Errors => mutatingPolicyErrors(object, release)

/** Changes objects in requests, as defined by expressions. */
export const mutatingAdmissionPolicy: KindBehaviour = {
  group: 'admissionregistration.orch.io',
  resource: 'mutatingadmissionpolicies',
  kind: 'MutatingAdmissionPolicy',
  unconditionalUpdate: false,
  generation: true,
  defaults: (object) => defaultPolicy(object),
  load: loadExpressions,
  validate,
  verify: mayNameParamKind(validate),
  ...tableOf(policySpecOf, ['Mutations', 'integer', ({ mutations = [] }) => mutations.length], PARAM_KIND, AGE),
}
