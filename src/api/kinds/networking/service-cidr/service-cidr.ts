import { invalid, required } from '../../../../machinery/field-error'
import { GoStruct } from '../../../../machinery/go-values'
import { cidrBlock } from '../../../../machinery/ip'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { network, unchanged } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'

const read = (object: ApiObject) => asDraft<{ spec: { cidrs: string[] } }>(object).spec?.cidrs ?? []
const family = (cidr: string): string => (cidr.includes(':') ? 'IPv6' : 'IPv4')

/** Additional service IP ranges. */
export const serviceCidr: KindBehaviour = {
  group: 'networking.orch.io',
  resource: 'servicecidrs',
  kind: 'ServiceCIDR',
  hasStatus: true,
  subresources: { status: {} },
  validate(object) {
    const cidrs = read(object)
    const errors: Errors = []
    if (cidrs.length === 0) return [required('spec.cidrs', 'at least one CIDR required')]
    if (cidrs.length > 2)
      return [
        invalid(
          'spec.cidrs',
          new GoStruct('networking.ServiceCIDRSpec', { CIDRs: cidrs }),
          'may only hold up to 2 values',
        ),
      ]
    for (const [i, cidr] of cidrs.entries()) network(cidr, `spec.cidrs[${i}]`, errors)
    const [first, second] = cidrs
    const known = cidrs.every((cidr) => cidrBlock(cidr).length === 0)
    if (known && first !== undefined && second !== undefined && family(first) === family(second))
      errors.push(
        invalid(
          'spec.cidrs',
          cidrs,
          'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/96',
        ),
      )
    return errors
  },
  validateUpdate(object, old) {
    const errors: Errors = []
    unchanged(read(object), read(old), 'spec.cidrs', errors)
    return errors
  },
  ...tableOf(read, ['CIDRs', 'string', (cidrs) => cidrs.join(',')], AGE),
}
