import type * as core from 'kt126/core/v1'
import { asDraft } from '../api/kinds/meta/draft'
import { isExtended } from '../api/kinds/shared/resources'
import type { ApiObject } from '../machinery/object'

type Amounts = Record<string, string | null>

/**
 * What a node changes in its allocatable resources because clients have changed the extended resources in its capacity: it offers all of
 * them, and those that were removed no longer (null). Undefined if nothing changes.
 */
export function extendedAllocatable(node: ApiObject): Amounts | undefined {
  const { capacity = {}, allocatable = {} } = asDraft<core.Node>(node).status ?? {}
  const changes: Amounts = {}
  for (const [name, amount] of Object.entries(capacity))
    if (isExtended(name) && allocatable[name] !== amount) changes[name] = String(amount)
  for (const name of Object.keys(allocatable)) if (isExtended(name) && !(name in capacity)) changes[name] = null
  return Object.keys(changes).length > 0 ? changes : undefined
}
