import { required } from '../../../../machinery/field-error'
import { formatIp, parseIp } from '../../../../machinery/ip'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { NONE } from '../../meta/columns'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { present, subdomain, unchanged } from '../../meta/rules'
import { tableOf } from '../../meta/table-columns'

interface IpAddress {
  spec: { parentRef: { group: string; resource: string; namespace: string; name: string } }
}
const read = (object: ApiObject) => asDraft<IpAddress>(object).spec ?? {}

function parentText({ parentRef }: ReturnType<typeof read>): string {
  if (!parentRef) return NONE
  const { group, resource = '', namespace, name = '' } = parentRef
  const kind = group ? `${resource}.${group}` : resource
  return [kind, ...(namespace ? [namespace] : []), name].join('/')
}

/** An allocated cluster IP; its name is the address. */
export const ipAddress: KindBehaviour = {
  group: 'networking.orch.io',
  resource: 'ipaddresses',
  kind: 'IPAddress',
  nameRule(name) {
    const address = parseIp(name)
    if (/^0\d|\.0\d/.test(name)) return ['must not have leading 0s']
    if (address === undefined) return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']
    const canonical = formatIp(address)
    return canonical === name ? [] : [`must be in canonical form ("${canonical}")`]
  },
  validate(object) {
    const errors: Errors = []
    const { parentRef } = read(object)
    const at = 'spec.parentRef'
    if (!parentRef) return [required(at)]
    if (parentRef.group) subdomain(parentRef.group, `${at}.group`, errors)
    present(parentRef.resource, `${at}.resource`, errors)
    present(parentRef.name, `${at}.name`, errors)
    return errors
  },
  validateUpdate(object, old) {
    const errors: Errors = []
    unchanged(read(object).parentRef, read(old).parentRef, 'spec.parentRef', errors)
    return errors
  },
  ...tableOf(read, ['ParentRef', 'string', parentText]),
}
