import { behaves } from '../../api/releases/ledger'
import { repeatedAt } from '../../machinery/json-text'
import type { ApiObject } from '../../machinery/object'

/** When a duplicate owner was found; part of the warning. */
export type ReferenceStage = 'in the request' | 'after mutating admission'

/** Removes exact duplicates from ownerReferences, in place, and warns of them. */
export function dropRepeatedOwners(
  object: ApiObject,
  stage: ReferenceStage,
  { release, warn }: { readonly release: number; readonly warn: (text: string) => void },
): void {
  const owners = object.metadata.ownerReferences
  if (!Array.isArray(owners) || owners.length < 2) return
  if (!behaves('duplicate-owner-references-dropped', release)) return
  const again = repeatedAt(owners)
  if (again.size === 0) return
  const repeated = owners.filter((_owner, i) => again.has(i))
  object.metadata.ownerReferences = owners.filter((_owner, i) => !again.has(i))
  warn(
    `.metadata.ownerReferences contains duplicate entries${stage === 'in the request' ? '' : ' after mutating admission happens'}; ` +
      'API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; ' +
      `please fix your requests; duplicate UID(s) observed: ${repeated.map(({ uid }) => uid ?? '').join(', ')}`,
  )
}
