import { Button } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { RESOURCE_VERBS } from '../../../access-analysis/least-privilege'
import { Go } from '../../components/Go'
import { Empty } from '../../components/States'
import { useKeys } from '../../state/keys'
import { useQueryState, useSetQuery } from '../../state/place'
import { useAccess } from './context'
import { CellPanel } from './CellPanel'
import { TwoTeamsButton } from './TwoTeamsButton'
import { MatrixGrid } from './MatrixGrid'
import { personOf } from './people'
import { MatrixToolbar, ALL_GROUPS } from './MatrixToolbar'

/** Clears the selected cell. */
const NO_CELL = { who: undefined, what: undefined, verb: undefined }

/** Permissions of all subjects on all resources. */
export function MatrixView() {
  const { candidates, resources, index, drafted } = useAccess()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const filter = useRef<HTMLInputElement>(null)
  const { ns = '', group = ALL_GROUPS, q = '', people: names = '', who, what, verb } = query
  const system = query['system'] === 'yes'
  const subresources = query['subs'] === 'yes'
  const withDrafts = drafted !== undefined && query['drafts'] !== 'no'
  const people = useMemo(() => {
    const words = names.toLowerCase().split(/\s+/)
    const found = candidates
      .filter((one) => (system || !one.system) && words.every((word) => one.text.toLowerCase().includes(word)))
      .map(({ text }) => text)
    // The subject of a linked cell is shown, whatever the filters are.
    return who && what && personOf(who) && !found.includes(who) ? [...found, who] : found
  }, [candidates, system, names, who, what])
  const rows = useMemo(() => {
    const words = q.toLowerCase().split(/\s+/)
    return resources.filter(
      (one) =>
        one.text === what ||
        ((group === ALL_GROUPS || one.group === (group === 'core' ? '' : group)) &&
          (subresources || !one.subresource) &&
          words.every((word) => one.text.includes(word))),
    )
  }, [resources, group, subresources, q, what])
  const groups = useMemo(() => [...new Set(resources.map((one) => one.group || 'core'))], [resources])
  useKeys([
    { keys: '/', title: 'Filter the resources', run: () => filter.current?.focus() },
    { keys: 'Escape', title: 'Close the cell', run: () => setQuery(NO_CELL) },
  ])
  const chosen = who && what ? { who, what } : undefined
  return (
    <>
      <MatrixToolbar
        ns={ns}
        groups={groups}
        group={group}
        filter={filter}
        q={q}
        names={names}
        subresources={subresources}
        system={system}
        withDrafts={withDrafts}
      />
      {people.length === 0 ? (
        <Empty
          title={names ? 'No matching subjects' : 'Only system users have permissions yet'}
          icon="identity"
          actions={
            <>
              {names ? (
                <Button variant="default" onClick={() => setQuery({ people: undefined })}>
                  Show all subjects
                </Button>
              ) : (
                <>
                  <TwoTeamsButton variant="filled" />
                  <Button variant="default" onClick={() => setQuery({ system: 'yes' })}>
                    Show system users
                  </Button>
                </>
              )}
            </>
          }
        >
          {names
            ? 'No subject of a binding and no service account matches this filter.'
            : 'Subjects appear here when a binding refers to them. Load an example, or create a role and a binding.'}
        </Empty>
      ) : rows.length === 0 ? (
        <Empty
          title="No matching resources"
          icon="search"
          actions={
            <Button variant="default" onClick={() => setQuery({ q: undefined, group: undefined })}>
              Show all resources
            </Button>
          }
        />
      ) : (
        <div className={`o-matrix-split ${chosen ? '' : 'alone'}`}>
          <MatrixGrid
            label="Permissions by resource and subject"
            people={people}
            resources={rows}
            verbs={RESOURCE_VERBS}
            namespace={ns}
            index={withDrafts ? drafted.index : index}
            {...(withDrafts && { before: index })}
            {...(chosen && { selected: chosen })}
            onSelect={(nextWho, nextWhat) => setQuery({ who: nextWho, what: nextWhat, verb: undefined })}
          />
          {chosen && (
            <CellPanel
              {...chosen}
              verb={verb}
              namespace={ns}
              onVerb={(next) => setQuery({ verb: next })}
              onClose={() => setQuery(NO_CELL)}
            />
          )}
        </div>
      )}
      <p className="o-access-foot o-small o-dim">
        {people.length} {people.length === 1 ? 'subject' : 'subjects'} × {rows.length}{' '}
        {rows.length === 1 ? 'resource' : 'resources'} × {RESOURCE_VERBS.length} verbs
        {ns ? ` in ${ns}` : ' across all namespaces'}
        {withDrafts && (
          <>
            {' · '}
            <Go place={{ to: '/access/draft' }}>drafts</Go> included, not saved
          </>
        )}
      </p>
    </>
  )
}
