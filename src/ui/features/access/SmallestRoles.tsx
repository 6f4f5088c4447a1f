import type { Proposal } from '../../../access-analysis/least-privilege'
import { whatCan } from '../../../access-analysis/queries'
import { Verdict } from '../../components/Verdict'
import { useAccess } from './context'
import { PersonLink, RuleLine } from './parts'
import { userInfoOf, type Person } from './people'
import { unused, type Recorded } from './recorded'

const SHOWN = 200

/** The smallest roles that allow the recorded requests, with those requests. */
export function SmallestRoles({
  who,
  proposals,
  person,
  mine,
  distinct,
}: {
  readonly who: string
  readonly proposals: Proposal[]
  readonly person: Person
  readonly mine: Recorded[]
  readonly distinct: { phrase: string; count: number; refused: boolean }[]
}) {
  const { index } = useAccess()
  return (
    <>
      <section className="o-panel" aria-label="Proposal">
        <header>
          <h2>
            Smallest roles for <PersonLink text={who} />
          </h2>
        </header>
        <ul className="o-plain o-panel-body">
          {proposals.map((proposal) => {
            const rest = unused(
              whatCan(index, userInfoOf(person), proposal.namespace).map(({ rule }) => rule),
              proposal.rules,
            )
            return (
              <li key={proposal.namespace}>
                <strong>
                  {proposal.namespace ? (
                    <>
                      in <span className="o-mono">{proposal.namespace}</span>
                    </>
                  ) : (
                    'cluster-wide'
                  )}
                </strong>
                {proposal.rules.map((rule, i) => (
                  <div key={i}>
                    <RuleLine rule={rule} />
                  </div>
                ))}
                {rest.length > 0 && (
                  <details>
                    <summary className="o-small o-dim">
                      This user has {rest.length} more {rest.length === 1 ? 'rule' : 'rules'} here, but never used{' '}
                      {rest.length === 1 ? 'it' : 'them'}
                    </summary>
                    {rest.slice(0, 60).map((rule, i) => (
                      <div key={i}>
                        <RuleLine rule={rule} />
                      </div>
                    ))}
                  </details>
                )}
              </li>
            )
          })}
        </ul>
      </section>
      <section className="o-panel" aria-label="Requests considered">
        <header>
          <h2>Requests considered</h2>
          <span className="o-grow" />
          <span className="o-dim o-num">{mine.length}</span>
        </header>
        <ul className="o-plain o-panel-body">
          {distinct.slice(0, SHOWN).map(({ phrase, count, refused: was }) => (
            <li key={phrase} className="o-row">
              <span className="o-mono o-small o-break o-grow">{phrase}</span>
              {was && <Verdict tone="refused">denied</Verdict>}
              <span className="o-dim o-num">{count}</span>
            </li>
          ))}
          {distinct.length > SHOWN && <li className="o-dim">and {distinct.length - SHOWN} more</li>}
        </ul>
      </section>
    </>
  )
}
