import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { KindContext } from '../../../kind-context'
import { loadExpressions } from '../../../expressions'
import { policySpecOf } from '../../../policies/policy'
import { behaves } from '../../../releases/ledger'
import type { Errors } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { mayNameParamKind } from '../param-rights'
import { validatingPolicyErrors } from '../policy-problems'
import { defaultPolicy, PARAM_KIND } from '../policy-rules'

const validate = (object: ApiObject, { release }: KindContext): Errors => validatingPolicyErrors(object, release)

/** Validates requests with expressions. */
export const validatingAdmissionPolicy: KindBehaviour = {
  group: 'admissionregistration.orch.io',
  resource: 'validatingadmissionpolicies',
  kind: 'ValidatingAdmissionPolicy',
  unconditionalUpdate: false,
  hasStatus: true,
  defaults: (object) => defaultPolicy(object),
  prepareForCreate: (object, { release }) => {
    if (behaves('policy-status', release)) object['status'] = {}
  },
  load: loadExpressions,
  validate,
  verify: mayNameParamKind(validate),
  ...tableOf(policySpecOf, ['Validations', 'integer', ({ validations = [] }) => validations.length], PARAM_KIND, AGE),
}
