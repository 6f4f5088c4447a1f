import { Button, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { whatCan } from '../../../access-analysis/queries'
import { leastPrivilege } from '../../../access-analysis/least-privilege'
import type { RequestTrace } from '../../../server/trace'
import { Icon } from '../../components/Icon'
import { copyText } from '../../state/notify'
import { Empty, ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useSession } from '../../state/connection'
import { useQueryState, useSetQuery } from '../../state/place'
import { useRequests } from '../../state/requests'
import { draftYaml } from './rbac-drafts'
import { useAccess, useRbacDrafts } from './context'
import { PersonLink, RuleLine } from './parts'
import { personOf, personOfUser, textOf, userInfoOf } from './people'
import { phraseOf, questionFrom } from './question'
import { proposedObjects, recordedOf, unused, usersOf } from './recorded'

const EARLIER = 1000
const SHOWN = 200

/** Every trace that the control plane still has and that came since. */
function useTraces(): { traces: readonly RequestTrace[]; error: unknown; retry: () => void } {
  const session = useSession()
  const rows = useRequests((state) => state.rows)
  const earlier = useQuery({
    queryKey: ['access-traces'],
    queryFn: () => session.control('traces', { limit: EARLIER }),
    staleTime: 0,
  })
  const traces = useMemo(() => {
    const found = new Map<string, RequestTrace>()
    for (const trace of earlier.data ?? []) found.set(trace.id, trace)
    for (const { trace } of rows) if (trace) found.set(trace.id, trace)
    return [...found.values()]
  }, [earlier.data, rows])
  return { traces, error: earlier.error, retry: () => void earlier.refetch() }
}

/** Recorded requests turned into the smallest roles that allow them. */
export function LeastView() {
  const { index } = useAccess()
  const { draft } = useRbacDrafts()
  const query = useQueryState()
  const setQuery = useSetQuery()
  const { traces, error, retry } = useTraces()
  const recorded = useMemo(() => recordedOf(traces), [traces])
  const users = useMemo(() => usersOf(recorded), [recorded])
  const person = personOf(query['who'])
  const who = person ? textOf(person) : ''
  const names = query['names'] === 'yes'
  const refused = query['refused'] !== 'no'
  const kind = query['as-kind'] === 'ClusterRole' ? 'ClusterRole' : 'Role'
  const title = query['role'] ?? (person ? `${person.name.replaceAll(/[^\w.-]+/g, '-')}-least` : '')
  const mine = useMemo(
    () =>
      recorded.filter(
        ({ user, status }) => textOf(personOfUser(user)) === who.replace(/\+.*$/, '') && (refused || status !== 403),
      ),
    [recorded, who, refused],
  )
  const proposals = useMemo(
    () =>
      leastPrivilege(
        mine.map(({ attributes }) => attributes),
        { names },
      ),
    [mine, names],
  )
  const objects = person
    ? proposals.flatMap((proposal) => proposedObjects(proposal, title || 'least', person, kind))
    : []
  const distinct = useMemo(() => {
    const found = new Map<string, { phrase: string; count: number; refused: boolean }>()
    for (const { attributes, status } of mine) {
      const phrase = phraseOf(questionFrom(attributes), attributes.namespace !== '')
      const known = found.get(phrase) ?? { phrase, count: 0, refused: false }
      found.set(phrase, { phrase, count: known.count + 1, refused: known.refused || status === 403 })
    }
    return [...found.values()].sort((a, b) => b.count - a.count)
  }, [mine])
  return (
    <>
      <div className="o-toolbar o-access-bar">
        <TextInput
          size="xs"
          w="14rem"
          label="Role name"
          value={title}
          onChange={(e) => setQuery({ role: e.currentTarget.value })}
          classNames={{ input: 'o-mono' }}
          disabled={!person}
        />
        <SegmentedControl
          size="xs"
          aria-label="Role kind"
          value={kind}
          onChange={(next) => setQuery({ 'as-kind': next === 'Role' ? undefined : next })}
          data={['Role', 'ClusterRole']}
        />
        <Switch
          size="xs"
          label="Limit to the resource names used"
          checked={names}
          onChange={(e) => setQuery({ names: e.currentTarget.checked ? 'yes' : undefined })}
        />
        <Switch
          size="xs"
          label="Include denied requests"
          checked={refused}
          onChange={(e) => setQuery({ refused: e.currentTarget.checked ? undefined : 'no' })}
        />
        <span className="o-grow" />
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="copy" />}
          disabled={objects.length === 0}
          onClick={() => void copyText(objects.map(draftYaml).join('---\n'), 'Roles and bindings')}
        >
          Copy as YAML
        </Button>
        <Button
          size="xs"
          leftSection={<Icon name="edit" />}
          disabled={objects.length === 0}
          onClick={() => draft(objects)}
        >
          Open as drafts
        </Button>
      </div>
      <div className="o-page-body">
        {error !== null && error !== undefined && <ErrorMessage error={error} onRetry={retry} />}
        <div className="o-columns o-least">
          <section className="o-panel" aria-label="Users with requests">
            <header>
              <h2>Users with requests</h2>
            </header>
            <ul className="o-plain o-panel-body">
              {users.map(({ user, count }) => {
                const text = textOf(personOfUser(user))
                return (
                  <li key={user} className="o-row">
                    <button
                      type="button"
                      className="o-link o-mono o-break o-grow"
                      aria-pressed={text === who}
                      onClick={() => setQuery({ who: text, role: undefined }, { push: true })}
                    >
                      {text}
                    </button>
                    <span className="o-dim o-num">{count}</span>
                  </li>
                )
              })}
              {users.length === 0 && <li className="o-dim">No requests yet.</li>}
            </ul>
          </section>
          {!person ? (
            <section className="o-panel" aria-label="Proposal">
              <Empty title="Pick a user" icon="identity">
                Pick a user with requests. To record requests, act as the user (identity menu at the top right), or
                connect their client to this cluster.
              </Empty>
            </section>
          ) : mine.length === 0 ? (
            <section className="o-panel" aria-label="Proposal">
              <Empty title="No requests from this user yet" icon="waiting">
                Act as this user (identity menu at the top right) and do their tasks. This page updates as requests
                arrive.
              </Empty>
            </section>
          ) : (
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
                              They hold {rest.length} more {rest.length === 1 ? 'rule' : 'rules'} here and never used{' '}
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
          )}
        </div>
      </div>
    </>
  )
}
