import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { unchanged } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { type ClaimSpec, fillClaimOf, validateClaim } from '../requests'

const templateOf = (object: ApiObject): { spec?: ClaimSpec } =>
  asDraft<{ spec: { spec: ClaimSpec } }>(object).spec ?? {}

/** Template from which a pod gets its own claim. */
export const resourceClaimTemplate: KindBehaviour = {
  group: 'resource.orch.io',
  resource: 'resourceclaimtemplates',
  kind: 'ResourceClaimTemplate',
  defaults: (object, version) => fillClaimOf(templateOf(object).spec, version),
  validate(object) {
    const errors: Errors = []
    validateClaim(templateOf(object).spec, 'spec.spec', errors)
    return errors
  },
  validateUpdate(object, old) {
    const errors: Errors = []
    unchanged(object['spec'], old['spec'], 'spec', errors)
    return errors
  },
  ...tableOf((object) => object, AGE),
}
