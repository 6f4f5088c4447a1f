import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { Errors } from '../../meta/rules'
import { unchanged } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { type ClaimSpec, fillClaimOf, validateClaim } from '../requests'

interface Claim {
  spec?: ClaimSpec
  status?: { allocation?: object; reservedFor?: object[] }
}
const claimOf = (object: ApiObject): Claim => object as Claim

function stateOf(object: ApiObject): string {
  const { allocation, reservedFor = [] } = claimOf(object).status ?? {}
  const deleted = object.metadata.deletionTimestamp !== undefined
  const states = [
    ...(deleted ? ['deleted'] : []),
    ...(allocation ? ['allocated', ...(reservedFor.length > 0 ? ['reserved'] : [])] : deleted ? [] : ['pending']),
  ]
  return states.join(',')
}

/** A request for devices, with its allocation. */
export const resourceClaim: KindBehaviour = {
  group: 'resource.orch.io',
  resource: 'resourceclaims',
  kind: 'ResourceClaim',
  defaults: (object, version) => fillClaimOf(claimOf(object).spec, version),
  hasStatus: true,
  generation: false,
  subresources: { status: {} },
  validate(object) {
    const errors: Errors = []
    validateClaim(claimOf(object).spec, 'spec', errors)
    return errors
  },
  validateUpdate(object, old) {
    const errors: Errors = []
    unchanged(claimOf(object).spec, claimOf(old).spec, 'spec', errors)
    return errors
  },
  ...tableOf((object) => object, ['State', 'string', stateOf], AGE),
}
