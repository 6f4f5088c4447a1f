import { useMemo } from 'react'
import { compare, type Comparison } from '../../../access-analysis/queries'
import type { PolicyRule } from '../../../authorization/policy'
import { Empty } from '../../components/States'
import { TakeAway } from '../../components/take-away/TakeAway'
import type { TextTable } from '../../components/take-away/table-text'
import { useQueryState, useSetQuery } from '../../state/place'
import { condense } from './condense'
import { useAccess } from './context'
import { PersonLink, RuleLine } from './parts'
import { personOf, userInfoOf } from './people'
import { NamespacePicker, PersonPicker } from './pickers'

/** A comparison as one table: a row per rule, with who has it. */
function tableOf({ onlyFirst, both, onlySecond }: Comparison, who: string, other: string): TextTable {
  const rows = (holder: string, rules: readonly PolicyRule[]): string[][] =>
    condense(rules).map(({ verbs, resources = [], apiGroups = [], resourceNames = [], nonResourceURLs = [] }) => [
      holder,
      ...[verbs, resources, apiGroups.map((group) => group || 'core'), resourceNames, nonResourceURLs].map((list) =>
        list.join(', '),
      ),
    ])
  return {
    columns: ['Held by', 'Verbs', 'Resources', 'API groups', 'Names', 'Paths'],
    rows: [...rows(who, onlyFirst), ...rows('both', both), ...rows(other, onlySecond)],
  }
}

/** The permissions that only one of two users has. */
export function CompareView() {
  const { index, candidates } = useAccess()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const people = candidates.filter(({ system }) => !system)
  const who = query['who'] ?? people[0]?.text ?? ''
  const other = query['with'] ?? people.find(({ text }) => text !== who)?.text ?? ''
  const ns = query['ns'] ?? ''
  const comparison = useMemo(() => {
    const [first, second] = [personOf(who), personOf(other)]
    return first && second ? compare(index, userInfoOf(first), userInfoOf(second), ns) : undefined
  }, [index, who, other, ns])
  return (
    <>
      <div className="o-toolbar o-access-bar">
        <div className="o-ask">
          <PersonPicker label="First" value={who} onChange={(next) => setQuery({ who: next }, { push: true })} />
          <PersonPicker label="Second" value={other} onChange={(next) => setQuery({ with: next }, { push: true })} />
          <NamespacePicker
            value={ns}
            all="Cluster-wide only"
            onChange={(next) => setQuery({ ns: next }, { push: true })}
          />
          {comparison && (
            <TakeAway what="the comparison" file="compare-rights" table={() => tableOf(comparison, who, other)} />
          )}
        </div>
      </div>
      <div className="o-page-body">
        {comparison ? (
          <div className="o-columns o-three">
            <Rules
              title={
                <>
                  Only <PersonLink text={who} namespace={ns} />
                </>
              }
              rules={comparison.onlyFirst}
            />
            <Rules title="Both" rules={comparison.both} />
            <Rules
              title={
                <>
                  Only <PersonLink text={other} namespace={ns} />
                </>
              }
              rules={comparison.onlySecond}
            />
          </div>
        ) : (
          <Empty title="Pick two subjects" icon="identity">
            Choose two users, groups or service accounts above.
          </Empty>
        )}
      </div>
    </>
  )
}

function Rules({ title, rules }: { readonly title: React.ReactNode; readonly rules: readonly PolicyRule[] }) {
  return (
    <section className="o-panel">
      <header>
        <h2 className="o-break o-grow">{title}</h2>
        <span className="o-dim o-num">{condense(rules).length}</span>
      </header>
      {rules.length === 0 ? (
        <p className="o-panel-body o-dim o-flush">Nothing.</p>
      ) : (
        <ul className="o-plain o-panel-body">
          {condense(rules).map((rule, i) => (
            <li key={i}>
              <RuleLine rule={rule} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
