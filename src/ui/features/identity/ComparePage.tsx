import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../components/Icon'
import { Empty, Loading } from '../../components/States'
import { useSession } from '../../state/connection'
import { ADMIN, identityOf, NOBODY, useIdentities, useIdentity } from '../../state/identity'
import { useKeys } from '../../state/keys'
import { useAction } from '../../state/use-action'
import { useQueryState, useSetQuery } from '../../state/place'
import { useRequestTexts } from '../../state/secret-request'
import { withDryRun } from './comparable'
import { firstDifferingStage } from './differing-stage'
import { exampleCompare } from './example'
import { IdentityFrame } from './IdentityFrame'
import { CompareForm } from './CompareForm'
import { OutcomeView } from './OutcomeView'
import { Difference } from './ResponseDifference'
import { type RequestOutcome, sendAndTrace } from './request-outcome'

/** Sends the same request as two identities and compares the results. */
export function ComparePage() {
  const session = useSession()
  const query = useQueryState()
  const setPlace = useSetQuery()
  const [{ method, path, headers, body }, setQuery] = useRequestTexts({
    method: 'GET',
    path: '/api/v1/namespaces/default/secrets',
  })
  const known = useIdentities((state) => state.known)
  const { identity: me } = useIdentity()
  const leftId = query['left'] ?? me.id
  const rightId = query['right'] ?? NOBODY.id
  const really = query['really'] === '1'
  const [outcomes, setOutcomes] = useState<readonly [RequestOutcome, RequestOutcome]>()
  const { act, busy } = useAction('The request could not be sent')
  const writes = method !== 'GET'
  const left = identityOf(leftId, known)
  const right = identityOf(rightId, known)

  const compare = async (): Promise<void> => {
    if (!left || !right) return
    const request = { method, path: writes && !really ? withDryRun(path) : path, headers, body: writes ? body : '' }
    // Sequentially, because the first request may affect the second.
    const first = await sendAndTrace(session, left, request)
    const second = await sendAndTrace(session, right, request)
    setOutcomes([first, second])
  }
  const latest = useRef(compare)
  latest.current = compare
  const goes = query['go'] === '1'
  useEffect(() => {
    if (!goes) return
    setPlace({ go: undefined })
    void act(() => latest.current())
  }, [goes, setPlace, act])
  useKeys([
    { keys: 'Enter', title: 'Send as both', run: () => void act(compare) },
    { keys: 'x', title: 'Swap users', run: () => setPlace({ left: rightId, right: leftId }) },
  ])
  return (
    <IdentityFrame
      at="/identity/compare"
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="example" />}
          onClick={() => setQuery({ ...exampleCompare.search, left: ADMIN.id, right: NOBODY.id }, { push: true })}
        >
          Example: admin and anonymous
        </Button>
      }
    >
      <CompareForm
        act={act}
        compare={compare}
        method={method}
        setQuery={setQuery}
        path={path}
        busy={busy}
        left={left}
        right={right}
        writes={writes}
        body={body}
        headers={headers}
        really={really}
        leftId={leftId}
        rightId={rightId}
      />
      {busy && !outcomes && <Loading lines={5} label="Sending" />}
      {!busy && !outcomes && (
        <Empty title="No comparison yet" icon="access">
          The request is sent once as each user. The result shows the differences in status, response and every stage of
          the request.
        </Empty>
      )}
      {outcomes && (
        <div aria-live="polite" className="o-stack">
          <Parting outcomes={outcomes} />
          <div className="o-two">
            <OutcomeView outcome={outcomes[0]} side="left" />
            <OutcomeView outcome={outcomes[1]} side="right" />
          </div>
          {outcomes[0].answer && outcomes[1].answer && (
            <Difference
              left={outcomes[0].answer}
              right={outcomes[1].answer}
              names={[outcomes[0].who, outcomes[1].who]}
            />
          )}
        </div>
      )}
    </IdentityFrame>
  )
}

function Parting({ outcomes: [left, right] }: { readonly outcomes: readonly [RequestOutcome, RequestOutcome] }) {
  if (!left.trace || !right.trace) return null
  const stage = firstDifferingStage(left.trace, right.trace)
  return (
    <p className={`o-note ${stage ? 'o-tone-changed' : ''}`}>
      <Icon name={stage ? 'changed' : 'check'} />
      <span>
        {stage ? (
          <>
            First difference: <strong>{stage}</strong>.{' '}
          </>
        ) : (
          'Both requests pass through the same stages. '
        )}
        {left.trace.status === right.trace.status
          ? `Both get ${left.trace.status}.`
          : `${left.who} gets ${left.trace.status}, ${right.who} gets ${right.trace.status}.`}
      </span>
    </p>
  )
}
