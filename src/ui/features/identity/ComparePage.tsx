import { Button, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { RequestTrace } from '../../../server/trace'
import { Diff } from '../../components/Diff'
import { Icon } from '../../components/Icon'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { milliseconds } from '../../components/time'
import { statusTone, Verdict } from '../../components/Verdict'
import { StageList } from '../../components/RequestDetail'
import { isWatch, type Session, useSession } from '../../state/connection'
import { ADMIN, type Identity, identityOf, NOBODY, useIdentities, useIdentity } from '../../state/identity'
import { useKeys } from '../../state/keys'
import { useQueryState, useSetQuery } from '../../state/place'
import { traceSoon } from '../../state/requests'
import { useRequestTexts } from '../../state/secret-request'
import { type Answer, type ConsoleRequest, sendRequest } from '../../queries/send'
import { comparableText, messageOfBody, partingOf, withDryRun } from './comparable'
import { exampleCompare } from './example'
import { IdentityFrame, Part } from './IdentityFrame'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** A watch is compared by what comes within this time. */
const WATCH_MS = 3_000

interface Outcome {
  readonly who: string
  readonly answer?: Answer
  readonly trace?: RequestTrace
  readonly error?: unknown
}

async function outcomeOf(session: Session, identity: Identity, request: ConsoleRequest): Promise<Outcome> {
  const stop = new AbortController()
  const watching = isWatch(new URL(request.path, 'http://orchard.invalid'))
  const timer = watching ? setTimeout(() => stop.abort(), WATCH_MS) : undefined
  try {
    const answer = await sendRequest(session.sendAs(identity), request, stop.signal, () => undefined)
    const trace = await traceSoon(answer.auditId ?? null)
    return { who: identity.name, answer, ...(trace && { trace }) }
  } catch (error) {
    return { who: identity.name, error }
  } finally {
    clearTimeout(timer)
  }
}

/** One request as two people, side by side. */
export function ComparePage() {
  const session = useSession()
  const query = useQueryState()
  const setPlace = useSetQuery()
  const [{ method, path, headers, body }, setQuery] = useRequestTexts({
    method: 'GET',
    path: '/api/v1/namespaces/default/secrets',
  })
  const known = useIdentities((state) => state.known)
  const recent = useIdentities((state) => state.recent)
  const { identity: me } = useIdentity()
  const leftId = query['left'] ?? me.id
  const rightId = query['right'] ?? NOBODY.id
  const really = query['really'] === '1'
  const [outcomes, setOutcomes] = useState<readonly [Outcome, Outcome]>()
  const [busy, setBusy] = useState(false)
  const writes = method !== 'GET'
  const left = identityOf(leftId, known)
  const right = identityOf(rightId, known)

  const compare = async (): Promise<void> => {
    if (!left || !right) return
    setBusy(true)
    const request = { method, path: writes && !really ? withDryRun(path) : path, headers, body: writes ? body : '' }
    // One after the other: what the first one stores, the second one meets.
    const first = await outcomeOf(session, left, request)
    const second = await outcomeOf(session, right, request)
    setOutcomes([first, second])
    setBusy(false)
  }
  const latest = useRef(compare)
  latest.current = compare
  const goes = query['go'] === '1'
  useEffect(() => {
    if (!goes) return
    setPlace({ go: undefined })
    void latest.current()
  }, [goes, setPlace])
  useKeys([
    { keys: 'Enter', title: 'Send as both', run: () => void compare() },
    { keys: 'x', title: 'Swap users', run: () => setPlace({ left: rightId, right: leftId }) },
  ])
  const ids = [...new Set([ADMIN.id, NOBODY.id, ...Object.keys(known), ...recent, leftId, rightId])]
  const choices = ids.map((id) => ({ value: id, label: identityOf(id, known)?.name ?? `${id} (not in this tab)` }))
  const who = (label: string, key: 'left' | 'right', value: string) => (
    <Select
      label={label}
      data={choices}
      value={value}
      searchable
      allowDeselect={false}
      error={identityOf(value, known) ? undefined : 'This tab does not have these credentials'}
      onChange={(id) => setPlace({ [key]: id ?? undefined })}
    />
  )
  return (
    <IdentityFrame
      at="/identity/compare"
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="example" />}
          onClick={() => setQuery({ ...exampleCompare.search, left: ADMIN.id, right: NOBODY.id }, { push: true })}
        >
          Example: admin and anonymous
        </Button>
      }
    >
      <form
        className="o-stack"
        onSubmit={(event) => {
          event.preventDefault()
          void compare()
        }}
      >
        <div className="o-row wrap" style={{ alignItems: 'flex-end' }}>
          <Select
            label="Method"
            w={112}
            allowDeselect={false}
            data={METHODS}
            value={method}
            onChange={(value) => setQuery({ method: value ?? 'GET' })}
            classNames={{ input: 'o-mono' }}
          />
          <TextInput
            label="Path and query"
            className="o-grow"
            style={{ flexBasis: '18rem' }}
            value={path}
            spellCheck={false}
            onChange={(e) => setQuery({ path: e.currentTarget.value })}
            classNames={{ input: 'o-mono' }}
          />
          <Button type="submit" loading={busy} disabled={!left || !right} leftSection={<Icon name="send" />}>
            Send as both
          </Button>
        </div>
        {writes && (
          <div className="o-two">
            <Textarea
              label="Body"
              autosize
              minRows={3}
              maxRows={14}
              value={body}
              spellCheck={false}
              onChange={(e) => setQuery({ body: e.currentTarget.value })}
              classNames={{ input: 'o-mono' }}
            />
            <div className="o-stack">
              <Textarea
                label="Headers"
                description="One per line"
                autosize
                minRows={1}
                maxRows={6}
                value={headers}
                spellCheck={false}
                onChange={(e) => setQuery({ headers: e.currentTarget.value })}
                classNames={{ input: 'o-mono' }}
              />
              <Switch
                label="Store the changes, first as the left user, then as the right user"
                description="Off: both requests are dry runs"
                checked={really}
                onChange={(e) => setPlace({ really: e.currentTarget.checked ? '1' : undefined })}
              />
            </div>
          </div>
        )}
        <div className="o-two">
          {who('Left', 'left', leftId)}
          {who('Right', 'right', rightId)}
        </div>
      </form>
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

function Parting({ outcomes: [left, right] }: { readonly outcomes: readonly [Outcome, Outcome] }) {
  if (!left.trace || !right.trace) return null
  const stage = partingOf(left.trace, right.trace)
  return (
    <p className={`o-note ${stage ? 'o-tone-changed' : ''}`}>
      <Icon name={stage ? 'changed' : 'check'} />
      <span>
        {stage ? (
          <>
            First difference: <strong>{stage}</strong>.
          </>
        ) : (
          'Both requests pass through the same stages.'
        )}
      </span>
    </p>
  )
}

function OutcomeView({
  outcome: { who, answer, trace, error },
  side,
}: {
  readonly outcome: Outcome
  readonly side: string
}) {
  return (
    <section className="o-panel" aria-label={`As ${who}, ${side}`}>
      <header>
        <h2 className="o-break">{who}</h2>
        {answer && <Verdict tone={statusTone(answer.status)}>{`${answer.status} ${answer.statusText}`}</Verdict>}
        <span className="o-grow" />
        {answer && <span className="o-dim o-small o-num">{milliseconds(answer.headMs)}</span>}
      </header>
      <div className="o-panel-body o-stack">
        {error !== undefined && <ErrorMessage error={error} />}
        {answer && messageOfBody(answer.text) && (
          <p className="o-break" style={{ margin: 0 }}>
            {messageOfBody(answer.text)}
          </p>
        )}
        {trace ? (
          <StageList steps={trace.steps} total={trace.durationMs} />
        ) : (
          answer && <p className="o-dim">No trace was recorded for this request.</p>
        )}
      </div>
    </section>
  )
}

function Difference({
  left,
  right,
  names,
}: {
  readonly left: Answer
  readonly right: Answer
  readonly names: readonly [string, string]
}) {
  const before = comparableText(left.text)
  const after = comparableText(right.text)
  return (
    <Part
      title="Responses"
      actions={
        <Verdict tone={before === after && left.status === right.status ? 'none' : 'changed'}>
          {before === after && left.status === right.status ? 'identical' : 'different'}
        </Verdict>
      }
    >
      <div className="o-panel-body o-stack">
        <p className="o-dim o-small" style={{ margin: 0 }}>
          Removed lines are in {names[0]}’s response only, added lines in {names[1]}’s only.
        </p>
        <Diff before={before} after={after} label={`Difference between the responses to ${names[0]} and ${names[1]}`} />
      </div>
    </Part>
  )
}
