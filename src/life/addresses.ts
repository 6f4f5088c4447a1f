import type * as core from 'kt126/core/v1'
import { asDraft } from '../api/kinds/meta/draft'
import type { ApiObject } from '../machinery/object'

/** The pod network of a node, by the node's number: `10.244.<number>.0/24`. */
export const podNetwork = (number: number): string => `10.${244 + Math.floor(number / 256)}.${number % 256}.0/24`

/** The address of the n-th node. */
export const nodeAddress = (number: number): string => `192.168.${Math.floor(number / 250)}.${(number % 250) + 1}`

/** The lowest free address of a node's network. Past 253 pods on one node addresses repeat. */
export function addressOn(node: ApiObject, isUsed: (address: string) => boolean): string {
  const network = asDraft<core.Node>(node).spec?.podCIDR ?? podNetwork(0)
  const prefix = network.split('/')[0]?.replace(/\.0$/, '') ?? '10.244.0'
  for (let i = 2; i < 255; i++) {
    const address = `${prefix}.${i}`
    if (!isUsed(address)) return address
  }
  return `${prefix}.254`
}
