import type { StartLink } from '../transport/page-protocol'
import { planeKey } from './plane-key'

/** Key of what a plane is to be made of when it is opened next. */
export const arrivalKey = (plane?: string): string => planeKey('arrival', plane)

/** The flags that a plane's first start runs with, where its state waits to be made; a control plane with content asks first. */
export function startOfArrival(storage: Pick<Storage, 'getItem'>, plane?: string): StartLink | undefined {
  try {
    const { flags } = JSON.parse(storage.getItem(arrivalKey(plane)) ?? '{}') as { flags?: readonly string[] }
    return flags && flags.length > 0 ? { argv: flags, accepted: false, own: true } : undefined
  } catch {
    return undefined // something else wrote it
  }
}
