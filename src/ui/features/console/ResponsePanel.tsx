import { Button, Switch } from '@mantine/core'
import { useMemo, type RefObject } from 'react'
import { CopyButton } from '../../components/CopyButton'
import { Icon } from '../../components/Icon'
import { Empty, ErrorMessage } from '../../components/States'
import { milliseconds } from '../../components/time'
import { statusTone, Verdict } from '../../components/Verdict'
import { useIdentity } from '../../state/identity'
import type { Answer } from '../../queries/send'
import { isObject } from '../../../machinery/json'
import { parseJson } from '../../../machinery/json-text'
import { ErrorHelp } from '../../components/refusal/ErrorHelp'
import { Taught, WarningText } from '../../components/lesson/Taught'
import { type Exchange, useExchanges } from './answers'
import { prettyText } from './compared'
import { CompareResponses } from './CompareResponses'

function AnswerView({ answer, pretty }: { readonly answer: Answer; readonly pretty: boolean }) {
  return (
    <div className="o-stack">
      {answer.warnings.map((warning, i) => (
        <div key={i} className="o-tone o-tone-changed o-flush">
          Warning: <WarningText text={warning} />
        </div>
      ))}
      <details>
        <summary className="o-dim o-small">{answer.headers.length} headers</summary>
        <dl className="o-facts o-small o-below">
          {answer.headers.map(([name, value], i) => (
            <div key={i} className="o-contents">
              <dt className="o-mono">{name}</dt>
              <dd className="o-mono">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {answer.events ? (
        <ol className="o-events">
          {answer.events.map((event, i) => (
            <li key={i}>
              <details>
                <summary>
                  <span className="o-num o-dim">{milliseconds(event.atMs)}</span>{' '}
                  <Verdict
                    tone={
                      event.type === 'ERROR' || event.type === 'DELETED'
                        ? 'refused'
                        : event.type === 'MODIFIED'
                          ? 'changed'
                          : event.type === 'BOOKMARK'
                            ? 'waiting'
                            : 'allowed'
                    }
                  >
                    {event.type}
                  </Verdict>{' '}
                  <span className="o-mono">{event.title}</span>
                </summary>
                <pre className="o-code">{pretty ? prettyText(event.text) : event.text}</pre>
              </details>
            </li>
          ))}
          {answer.open && <li className="o-dim">waiting for the next event…</li>}
        </ol>
      ) : (
        <pre className="o-code o-answer" tabIndex={0} aria-label="Response body">
          {pretty ? prettyText(answer.text) : answer.text}
        </pre>
      )}
    </div>
  )
}

/** Help for a refusal, if the answer says what was refused, and the lesson about the error. */
function FailedAnswer({ text, onFixed }: { readonly text: string; readonly onFixed: () => void }) {
  const status = useMemo(() => {
    try {
      const parsed = parseJson(text)
      return isObject(parsed) ? parsed : {}
    } catch {
      return {} // not JSON: no details available
    }
  }, [text])
  const { message, details, reason } = status
  if (typeof message !== 'string') return null
  const name = isObject(details) && typeof details['name'] === 'string' ? details['name'] : ''
  return (
    <>
      {reason === 'Forbidden' && <ErrorHelp message={message} name={name} onFixed={onFixed} />}
      {typeof reason === 'string' && <Taught reason={reason} message={message} />}
    </>
  )
}

/** The response received so far, with its actions. */
export function ResponsePanel({
  answer,
  pretty,
  setPretty,
  openTrace,
  running,
  error,
  send,
  method,
  exchange,
  compared,
  setCompared,
}: {
  readonly answer: Answer | undefined
  readonly pretty: boolean
  readonly setPretty: (next: boolean) => void
  readonly openTrace: () => void
  readonly running: RefObject<AbortController | undefined>
  readonly error: unknown
  readonly send: () => Promise<void>
  readonly method: string
  /** The complete response with its request. */
  readonly exchange: Exchange | undefined
  /** The response to compare with; true for the previous one, false to show the response itself. */
  readonly compared: Exchange | boolean
  readonly setCompared: (next: Exchange | boolean) => void
}) {
  const { identity } = useIdentity()
  const several = useExchanges((state) => state.exchanges.length > 1)
  const comparing = compared !== false && exchange !== undefined && several
  return (
    <section className="o-panel" aria-label="Response">
      <header>
        <h2>Response</h2>
        {answer && <Verdict tone={statusTone(answer.status)}>{`${answer.status} ${answer.statusText}`}</Verdict>}
        {answer && <span className="o-dim o-small o-num">{milliseconds(answer.headMs)}</span>}
        {answer?.open && <Verdict tone="waiting">streaming</Verdict>}
        <span className="o-grow" />
        {exchange && several && (
          <Switch label="Compare" checked={comparing} onChange={(e) => setCompared(e.currentTarget.checked)} />
        )}
        {answer && !comparing && (
          <Switch label="Pretty" checked={pretty} onChange={(e) => setPretty(e.currentTarget.checked)} />
        )}
        {answer && (
          <Button size="compact-sm" variant="default" onClick={openTrace}>
            Trace
          </Button>
        )}
        {answer && <CopyButton label="Copy response" text={() => answer.text} />}
        {answer?.open && (
          <Button
            data-console="stop"
            size="compact-sm"
            color="red"
            variant="light"
            leftSection={<Icon name="stop" size={12} />}
            onClick={() => running.current?.abort()}
          >
            Stop
          </Button>
        )}
      </header>
      <div className="o-panel-body" aria-live="polite">
        {error !== undefined && <ErrorMessage error={error} onRetry={() => void send()} />}
        {!answer && error === undefined && (
          <Empty title="No request sent yet" icon="send">
            Press Enter to send as <strong>{identity.name}</strong>. Change your identity at the top right.
          </Empty>
        )}
        {comparing && (
          <CompareResponses
            key={String(exchange.entry.at) + (compared === true ? '' : String(compared.entry.at))}
            shown={exchange}
            first={compared === true ? undefined : compared}
          />
        )}
        {!comparing && answer && answer.status >= 400 && (
          <FailedAnswer text={answer.text} onFixed={() => method === 'GET' && void send()} />
        )}
        {!comparing && answer && <AnswerView answer={answer} pretty={pretty} />}
      </div>
    </section>
  )
}
