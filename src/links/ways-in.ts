import { messageOf } from '../machinery/message-of'
import { addressFlags, addressRelay } from '../transport/address-flags'
import type { LinkRequest } from './rule'

/** A way in which a link or an external page can change a cluster. */
export interface WayIn {
  readonly id: string
  /** The display name. */
  readonly title: string
  /** The parameter in the page's address; absent for ways that don't use the address. */
  readonly parameter?: string
  /** Parses the request in an address. @throws Error that says why it is unusable */
  readonly read?: (search: string) => LinkRequest
}

/** All ways in; their order in the address does not matter. A new one is a row here, and is subject to rule.ts. */
export const WAYS_IN: readonly WayIn[] = [
  {
    id: 'flags',
    title: 'Flags in the address',
    parameter: 'flags',
    read: (search) => {
      const argv = addressFlags(search)
      return argv ? { argv } : {}
    },
  },
  {
    id: 'relay',
    title: 'A relay in the address',
    parameter: 'relay',
    read: (search) => {
      const relay = addressRelay(search)
      return relay === undefined ? {} : { relay }
    },
  },
  { id: 'scenario', title: 'A scenario in the address, or named by it' },
  { id: 'import', title: 'An imported file' },
]

/** The requests in an address, and why parts of it are unusable. */
export function readAddress(search: string): { readonly request: LinkRequest; readonly problems: readonly string[] } {
  const problems: string[] = []
  let request: LinkRequest = {}
  for (const { read } of WAYS_IN) {
    try {
      request = { ...request, ...read?.(search) }
    } catch (error) {
      problems.push(messageOf(error))
    }
  }
  return { request, problems }
}
