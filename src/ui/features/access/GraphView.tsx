import { Switch, TextInput } from '@mantine/core'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { Empty, Loading } from '../../components/States'
import { useKeys } from '../../state/keys'
import { useQueryState, useSetQuery } from '../../state/place'
import { layOutAccess, neighbourhood } from './access-graph'
import { useAccess } from './context'
import { TwoTeamsButton } from './TwoTeamsButton'
import { RbacLink, Subjects } from './parts'
import { personOf, userInfoOf } from './people'
import { NamespacePicker, PersonPicker } from './pickers'

const AccessCanvas = lazy(() => import('./AccessCanvas').then((m) => ({ default: m.AccessCanvas })))

/** Subjects, bindings and roles as a graph, and as a list beside it. */
export function GraphView() {
  const { policy } = useAccess()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const filter = useRef<HTMLInputElement>(null)
  const { ns = '', who = '', q = '', node } = query
  const system = query['system'] === 'yes'
  const graph = useMemo(() => {
    const person = personOf(who)
    return layOutAccess(policy, { namespace: ns, words: q, system, ...(person && { user: userInfoOf(person) }) })
  }, [policy, ns, who, q, system])
  const lit = useMemo(
    () => (node && graph.nodes.some(({ id }) => id === node) ? neighbourhood(graph, node) : undefined),
    [graph, node],
  )
  useKeys([
    { keys: '/', title: 'Filter the graph', run: () => filter.current?.focus() },
    { keys: 'Escape', title: 'Clear the filter', run: () => setQuery({ node: undefined }) },
  ])
  const choose = (id: string): void => setQuery({ node: id === node ? undefined : id })
  return (
    <>
      <div className="o-toolbar o-access-bar">
        <NamespacePicker value={ns} onChange={(next) => setQuery({ ns: next }, { push: true })} />
        <PersonPicker label="Limit to" value={who} onChange={(next) => setQuery({ who: next }, { push: true })} />
        <TextInput
          ref={filter}
          w="12rem"
          label="Names"
          placeholder="Filter"
          value={q}
          onChange={(e) => setQuery({ q: e.currentTarget.value })}
        />
        <Switch
          label="Show system bindings"
          checked={system}
          onChange={(e) => setQuery({ system: e.currentTarget.checked ? 'yes' : undefined })}
        />
        {who && (
          <button type="button" className="o-link o-small" onClick={() => setQuery({ who: undefined })}>
            Show everyone
          </button>
        )}
      </div>
      <div className="o-page-body o-graph-split">
        {graph.bindings.length === 0 ? (
          <Empty title="No matching bindings" icon="graph" actions={<TwoTeamsButton variant="filled" />}>
            Bindings grant roles to subjects. Widen the filter, show system bindings, or load an example.
          </Empty>
        ) : (
          <>
            <Suspense fallback={<Loading lines={14} label="Loading the graph" />}>
              <AccessCanvas graph={graph} lit={lit} chosen={node} onChoose={choose} />
            </Suspense>
            <section className="o-panel o-graph-list" aria-label="Bindings as a list">
              <header>
                <h2>Bindings</h2>
                <span className="o-grow" />
                <span className="o-dim o-num">
                  {graph.bindings.length}
                  {graph.left > 0 && `, ${graph.left} more not shown`}
                </span>
              </header>
              <ul className="o-plain o-panel-body">
                {graph.bindings.map((binding) => {
                  const id = `binding/${binding.kind}/${binding.namespace}/${binding.name}`
                  return (
                    <li key={id} className={lit?.has(id) ? 'o-lit' : ''}>
                      <div className="o-row">
                        <span data-cell="Binding">
                          <RbacLink kind={binding.kind} namespace={binding.namespace} name={binding.name} />
                        </span>
                        <span className="o-grow" />
                        <button
                          type="button"
                          className="o-link o-small"
                          data-not-taken
                          aria-pressed={id === node}
                          aria-label={`Show ${binding.name} in the graph`}
                          onClick={() => choose(id)}
                        >
                          {id === node ? 'Shown' : 'Show'}
                        </button>
                      </div>
                      <div className="o-small" data-cell="Effect">
                        <span className="o-dim">grants </span>
                        <RbacLink
                          kind={binding.roleRef.kind}
                          namespace={binding.roleRef.kind === 'Role' ? binding.namespace : ''}
                          name={binding.roleRef.name}
                        />
                        <span className="o-dim"> to </span>
                        <Subjects binding={binding} />
                      </div>
                    </li>
                  )
                })}
              </ul>
            </section>
          </>
        )}
      </div>
    </>
  )
}
