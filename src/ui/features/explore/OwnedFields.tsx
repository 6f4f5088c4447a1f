import type { ApiObject } from '../../../machinery/object'
import { type PathElement, pathText } from '../../../managed-fields/path-element'
import { BreakablePath } from '../../components/BreakablePath'
import type { NamedOwner } from '../../components/ownership/owners'
import { ownedValue } from '../../components/ownership/owned-value'
import type { ResourceInfo } from '../../queries/discovery'

/** Values of Secrets are hidden on every page until the user reveals them. */
const isSecret = ({ group, resource }: ResourceInfo, path: readonly PathElement[]): boolean =>
  group === '' && resource === 'secrets' && (path[0] === 'f:data' || path[0] === 'f:stringData')

/** The fields of one owner whose path contains the filter text, with their values. */
export function OwnedFields({
  info,
  object,
  owner,
  word,
}: {
  readonly info: ResourceInfo
  readonly object: ApiObject
  readonly owner: NamedOwner
  readonly word: string
}) {
  const fields = [...owner.fields.paths()]
    .map((path) => ({ path, text: pathText(path) }))
    .filter(({ text }) => text.toLowerCase().includes(word.trim().toLowerCase()))
  if (fields.length === 0) return <p className="o-panel-body o-dim o-flush">No field of {owner.name} matches.</p>
  return (
    <ul
      className="o-mono o-owner-fields"

      tabIndex={0}
      aria-label={`Fields of ${owner.name}`}
    >
      {fields.map(({ path, text }) => {
        const value = isSecret(info, path) ? 'hidden' : ownedValue(object, path)
        return (
          <li key={text} className="o-break">
            <BreakablePath path={text} />
            {value !== undefined && <span className="o-dim"> {value}</span>}
          </li>
        )
      })}
    </ul>
  )
}
