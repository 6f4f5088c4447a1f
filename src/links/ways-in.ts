import { messageOf } from '../machinery/message-of'
import { addressFlags, addressRelay } from '../transport/address-flags'
import type { LinkRequest } from './rule'

/** One way in which a link or page from outside can change a cluster. */
export interface WayIn {
  readonly id: string
  /** What a person calls it. */
  readonly title: string
  /** The parameter of the page's address; absent for what does not come in an address. */
  readonly parameter?: string
  /** What the address asks for. Throws an Error that says why it can't be had. */
  readonly read?: (search: string) => LinkRequest
}

/** Every way in; their order in the address does not matter. A new one is a row here, and follows the rule in rule.ts. */
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

/** What an address asks for, and why parts of it can't be had. */
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
