import type { ReactNode } from 'react'
import { type ComparedRules, type Reach, reaches } from '../../../access-analysis/compare'
import { Go } from '../../components/Go'
import { comparedRows } from './compared-table'
import { rightsPlace } from './context'
import { PersonLink, RuleLine } from './parts'

/** The namespaces in which a user has a permission, each with a link to what the user may do there. */
function Places({ who, reach }: { readonly who: string; readonly reach: Reach }) {
  if (reach.everywhere)
    return (
      <Go className="o-chip" place={rightsPlace(who)}>
        all namespaces
      </Go>
    )
  return (
    <span className="o-chips">
      {reach.namespaces.map((namespace) => (
        <Go key={namespace} className="o-chip" place={rightsPlace(who, namespace)}>
          {namespace}
        </Go>
      ))}
    </span>
  )
}

/** One part of a comparison: its rules, and where each of the users has them. */
export function ComparedPanel({
  title,
  name,
  groups,
  who,
  other,
}: {
  readonly title: ReactNode
  /** Of the table, for screen readers. */
  readonly name: string
  readonly groups: readonly ComparedRules[]
  readonly who: string
  readonly other: string
}) {
  const rows = comparedRows(groups)
  const columns = [
    { who, of: ({ first }: ComparedRules) => first },
    { who: other, of: ({ second }: ComparedRules) => second },
  ].filter(({ of }) => groups.some((group) => reaches(of(group))))
  return (
    <section className="o-panel">
      <header>
        <h2 className="o-break o-grow">{title}</h2>
        <span className="o-dim o-num">{rows.length}</span>
      </header>
      {rows.length === 0 ? (
        <p className="o-panel-body o-dim o-flush">Nothing.</p>
      ) : (
        <div className="o-scroll-x" role="region" aria-label={name} tabIndex={0}>
          <table className="o-table cards o-compared">
            <thead>
              <tr>
                <th scope="col">Permission</th>
                {columns.map((column) => (
                  <th key={column.who} scope="col">
                    {columns.length > 1 ? <PersonLink text={column.who} /> : 'Where'}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, i) => (
                <tr key={i}>
                  <td>
                    <RuleLine rule={row.rule} />
                  </td>
                  {columns.map((column) => (
                    <td key={column.who} data-label={columns.length > 1 ? column.who : 'Where'}>
                      <Places who={column.who} reach={column.of({ rules: [], ...row })} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
