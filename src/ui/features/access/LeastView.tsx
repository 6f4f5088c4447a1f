import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { leastPrivilege } from '../../../access-analysis/least-privilege'
import type { RequestTrace } from '../../../server/trace'
import { Icon } from '../../components/Icon'
import { Empty, ErrorMessage } from '../../components/States'
import { useActAs } from '../../state/act-as'
import { useSession } from '../../state/connection'
import { useQueryState } from '../../state/place'
import { useRequests } from '../../state/requests'
import { identityFor, personOf, personOfUser, personText } from './people'
import { phraseOf, questionFrom } from './question'
import { proposedObjects, recordedOf, usersOf } from './recorded'
import { LeastToolbar } from './LeastToolbar'
import { RecordedUsers } from './RecordedUsers'
import { SmallestRoles } from './SmallestRoles'

const EARLIER = 1000

/** The traces that the control plane has kept, and all later ones. */
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

/** Generates the smallest roles that allow recorded requests. */
export function LeastView() {
  const query = useQueryState()
  const actAs = useActAs()
  const { traces, error, retry } = useTraces()
  const recorded = useMemo(() => recordedOf(traces), [traces])
  const users = useMemo(() => usersOf(recorded), [recorded])
  const person = personOf(query['who'])
  const who = person ? personText(person) : ''
  const names = query['names'] === 'yes'
  const refused = query['refused'] !== 'no'
  const kind = query['as-kind'] === 'ClusterRole' ? 'ClusterRole' : 'Role'
  const title = query['role'] ?? (person ? `${person.name.replaceAll(/[^\w.-]+/g, '-')}-least` : '')
  const mine = useMemo(
    () =>
      recorded.filter(
        ({ user, status }) =>
          personText(personOfUser(user)) === who.replace(/\+.*$/, '') && (refused || status !== 403),
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
      <LeastToolbar title={title} person={person} kind={kind} names={names} refused={refused} objects={objects} />
      <div className="o-page-body">
        {error !== null && error !== undefined && <ErrorMessage error={error} onRetry={retry} />}
        <div className="o-columns o-least">
          <RecordedUsers users={users} who={who} />
          {!person ? (
            <section className="o-panel" aria-label="Proposal">
              <Empty title="Pick a user" icon="identity">
                Pick a user with requests. To record requests, act as the user (identity menu at the top right), or
                connect their client to this cluster.
              </Empty>
            </section>
          ) : mine.length === 0 ? (
            <section className="o-panel" aria-label="Proposal">
              <Empty
                title="No requests from this user yet"
                icon="waiting"
                actions={
                  <Button leftSection={<Icon name="identity" />} onClick={() => actAs(identityFor(person).id)}>
                    Act as {who} and record
                  </Button>
                }
              >
                Act as this user, then do their tasks on any page. Every request is recorded; come back here for the
                smallest role that allows them.
              </Empty>
            </section>
          ) : (
            <SmallestRoles who={who} proposals={proposals} person={person} mine={mine} distinct={distinct} />
          )}
        </div>
      </div>
    </>
  )
}
