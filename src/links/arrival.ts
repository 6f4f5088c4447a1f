import type { StartLink } from '../transport/page-protocol'
import { planeKey } from './plane-key'

/** Storage key of the content to create in a plane when it is next opened. */
export const arrivalKey = (plane?: string): string => planeKey('arrival', plane)

/**
 * The flags for the first start of a plane whose content is still to be created; a control plane with content asks before using
 * them.
 */
export function startOfArrival(storage: Pick<Storage, 'getItem'>, plane?: string): StartLink | undefined {
  try {
    const { flags } = JSON.parse(storage.getItem(arrivalKey(plane)) ?? '{}') as { flags?: readonly string[] }
    return flags && flags.length > 0 ? { argv: flags, accepted: false, own: true } : undefined
  } catch {
    return undefined // another program wrote it
  }
}
