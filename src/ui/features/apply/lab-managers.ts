import type { RefObject } from 'react'
import type { ApiObject } from '../../../machinery/object'
import { toYaml } from '../../components/editor/documents'
import { intentOf } from '../../components/ownership/extract'
import type { NamedOwner } from '../../components/ownership/owners'
import type { Structure } from '../../components/ownership/structure'
import type { Draft } from '../../state/drafts'
import type { Manager, SendOutcome } from './lab'

/** The lab's managers: those that applied and those with a draft, in order of appearance. */
export function managersOf({
  owners,
  drafts,
  key,
  order,
  extracted,
  live,
  structure,
  schemaPending,
  blank,
  outcomes,
  busy,
}: {
  readonly owners: NamedOwner[]
  readonly drafts: Readonly<Record<string, Draft>>
  readonly key: string
  readonly order: RefObject<string[]>
  readonly extracted: RefObject<Map<string, string>>
  readonly live: ApiObject | undefined
  readonly structure: Structure
  readonly schemaPending: boolean
  readonly blank: () => string
  readonly outcomes: Readonly<Record<string, SendOutcome>>
  readonly busy: ReadonlySet<string>
}) {
  const appliers = owners.filter((owner) => owner.operation === 'Apply' && !owner.subresource)
  const present = [
    ...appliers.map((owner) => owner.manager),
    ...Object.keys(drafts)
      .filter((id) => id.startsWith(key))
      .map((id) => id.slice(key.length)),
  ]
  for (const manager of present) if (!order.current.includes(manager)) order.current.push(manager)
  const managers = order.current
    .filter((manager) => present.includes(manager))
    .map((manager): Manager => {
      const owner = appliers.find((each) => each.manager === manager)
      const draft = drafts[key + manager]
      // The fields it owned when first seen remain its manifest, even if others take some of them.
      const known = extracted.current.get(manager) ?? (owner && live && toYaml(intentOf(live, owner.fields, structure)))
      if (known !== undefined && !schemaPending) extracted.current.set(manager, known)
      return {
        name: manager,
        text: draft?.text ?? known ?? blank(),
        applied: draft ? draft.base : known,
        owner,
        outcome: outcomes[manager],
        busy: busy.has(manager),
      }
    })
  return managers
}
