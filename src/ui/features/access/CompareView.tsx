import { Switch } from '@mantine/core'
import { useMemo } from 'react'
import { compare, type Comparison } from '../../../access-analysis/compare'
import { Empty } from '../../components/States'
import { ExportMenu } from '../../components/export/ExportMenu'
import { useQueryState, useSetQuery } from '../../state/place'
import { comparedTable } from './compared-table'
import { ComparedPanel } from './ComparedPanel'
import { useAccess } from './context'
import { PersonLink } from './parts'
import { personOf, userInfoOf } from './people'
import { NamespacePicker, PersonPicker } from './pickers'

/** The permissions of two users over all namespaces, or within one: those of each alone, and those of both. */
export function CompareView() {
  const { index, candidates } = useAccess()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const people = candidates.filter(({ system }) => !system)
  const who = query['who'] ?? people[0]?.text ?? ''
  const other = query['with'] ?? people.find(({ text }) => text !== who)?.text ?? ''
  const ns = query['ns'] ?? ''
  const onlyDifferent = query['only'] === 'different'
  const comparison = useMemo(() => {
    const [first, second] = [personOf(who), personOf(other)]
    return first && second ? compare(index, userInfoOf(first), userInfoOf(second), ns || undefined) : undefined
  }, [index, who, other, ns])
  return (
    <>
      <div className="o-toolbar o-access-bar">
        <div className="o-ask">
          <PersonPicker label="First" value={who} onChange={(next) => setQuery({ who: next }, { push: true })} />
          <PersonPicker label="Second" value={other} onChange={(next) => setQuery({ with: next }, { push: true })} />
          <NamespacePicker value={ns} onChange={(next) => setQuery({ ns: next }, { push: true })} />
          <Switch
            label="Only differences"
            checked={onlyDifferent}
            onChange={(e) => setQuery({ only: e.currentTarget.checked ? 'different' : undefined })}
          />
          {comparison && (
            <ExportMenu
              what="the comparison"
              file="compare-rights"
              table={() => comparedTable(comparison, who, other)}
            />
          )}
        </div>
      </div>
      <div className="o-page-body">
        {comparison ? (
          <Parts {...{ comparison, who, other, ns, onlyDifferent }} />
        ) : (
          <Empty title="Pick two subjects" icon="identity">
            Choose two users, groups or service accounts above.
          </Empty>
        )}
      </div>
    </>
  )
}

function Parts({
  comparison: { first, second, different, both },
  who,
  other,
  ns,
  onlyDifferent,
}: {
  readonly comparison: Comparison
  readonly who: string
  readonly other: string
  readonly ns: string
  readonly onlyDifferent: boolean
}) {
  const users = { who, other }
  return (
    <div className="o-stack">
      {[...first, ...second, ...different].length === 0 && (
        <p className="o-flush">
          <PersonLink text={who} namespace={ns} /> and <PersonLink text={other} namespace={ns} /> have the same
          permissions
          {ns ? ` in namespace ${ns}` : ' in every namespace'}.
        </p>
      )}
      <div className="o-columns">
        <ComparedPanel
          title={
            <>
              Only <PersonLink text={who} namespace={ns} />
            </>
          }
          name={`Only ${who}`}
          groups={first}
          {...users}
        />
        <ComparedPanel
          title={
            <>
              Only <PersonLink text={other} namespace={ns} />
            </>
          }
          name={`Only ${other}`}
          groups={second}
          {...users}
        />
      </div>
      {different.length > 0 && (
        <ComparedPanel
          title="Both, but in different namespaces"
          name="Both, but in different namespaces"
          groups={different}
          {...users}
        />
      )}
      {!onlyDifferent && <ComparedPanel title="Both" name="Both" groups={both} {...users} />}
    </div>
  )
}
