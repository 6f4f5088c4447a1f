import { Button, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { CopyButton } from '../../components/CopyButton'
import { Icon } from '../../components/Icon'
import { PageHead } from '../../components/PageHead'
import { Empty, ErrorMessage } from '../../components/States'
import { milliseconds } from '../../components/time'
import { statusTone, Verdict } from '../../components/Verdict'
import { useSession } from '../../state/connection'
import { curlFor, parseHeaders } from '../../state/curl'
import { useIdentity } from '../../state/identity'
import { useKeys } from '../../state/keys'
import { useGo, useQueryState } from '../../state/place'
import { type HistoryEntry, usePreferences } from '../../state/preferences'
import { useRequests } from '../../state/requests'
import { hasCredentials, isSecretBody, shareable, useRequestTexts } from '../../state/secret-request'
import { type Answer, sendRequest } from '../../queries/send'
import { isObject } from '../../../machinery/json'
import { parseJson, writeJson } from '../../../machinery/json-text'
import { ErrorHelp } from '../../components/refusal/ErrorHelp'
import './console.css'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']
const START = { method: 'GET', path: '/api/v1/namespaces' }
const EXAMPLE = {
  method: 'POST',
  path: '/api/v1/namespaces/default/configmaps?fieldManager=console',
  headers: 'Content-Type: application/json',
  body: writeJson({ metadata: { generateName: 'hello-' }, data: { greeting: 'good morning' } }, 2),
}
const HEADER_SETS = [
  ['JSON', 'Accept: application/json'],
  ['YAML', 'Accept: application/yaml'],
  ['Table', 'Accept: application/json;as=Table;v=v1;g=meta.orch.io'],
  ['Metadata only', 'Accept: application/json;as=PartialObjectMetadataList;v=v1;g=meta.orch.io'],
  ['JSON body', 'Content-Type: application/json'],
  ['YAML body', 'Content-Type: application/yaml'],
  ['Apply', 'Content-Type: application/apply-patch+yaml'],
  ['Merge patch', 'Content-Type: application/merge-patch+json'],
  ['Strategic patch', 'Content-Type: application/strategic-merge-patch+json'],
  ['JSON patch', 'Content-Type: application/json-patch+json'],
] as const

/** Any request to the API, with its answer as it comes. */
export function ConsolePage() {
  const session = useSession()
  const { identity } = useIdentity()
  const [{ method, path, headers, body }, setQuery] = useRequestTexts(START)
  const named = useQueryState()['path'] !== undefined
  /** The address names no path because a person took it away, not because they have just come. */
  const [emptied, setEmptied] = useState(false)
  const go = useGo()
  const { consoleHistory, remember, forgetHistory } = usePreferences()
  const [answer, setAnswer] = useState<Answer>()
  const [error, setError] = useState<unknown>()
  const [pretty, setPretty] = useState(true)
  const running = useRef<AbortController>(undefined)
  const pathBox = useRef<HTMLInputElement>(null)
  useEffect(() => () => running.current?.abort(), [])

  const send = async (): Promise<void> => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setError(undefined)
    setAnswer(undefined)
    const entry: HistoryEntry = {
      method,
      path,
      as: identity.id,
      at: Date.now(),
      ...(body && { body }),
      ...(headers && { headers }),
    }
    try {
      const last = await sendRequest(session.sendAs(identity), { method, path, headers, body }, stop.signal, setAnswer)
      remember({ ...entry, status: last.status })
    } catch (failure) {
      if (!stop.signal.aborted) {
        setError(failure)
        remember(entry)
      }
    } finally {
      if (running.current === stop) running.current = undefined
    }
  }
  const openTrace = (): void => {
    const row = useRequests
      .getState()
      .rows.findLast(
        (r) =>
          r.origin === 'page' && r.method === method && (answer?.auditId === undefined || r.auditId === answer.auditId),
      )
    if (row) useRequests.getState().select(row.id)
  }
  useKeys([
    { keys: '/', title: 'Focus the path', run: () => pathBox.current?.focus() },
    { keys: 'Enter', title: 'Send', run: () => void send() },
    { keys: 'Escape', title: 'Stop the response', run: () => running.current?.abort() },
  ])
  const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method)
  return (
    <div className="o-page">
      <PageHead
        title="Console"
        about="Send any API request with your current identity. See the response status, headers, body, streamed events and the request trace."
      >
        <Button size="xs" variant="default" leftSection={<Icon name="example" />} onClick={() => setQuery(EXAMPLE)}>
          Example POST
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="watch" />}
          onClick={() =>
            setQuery({
              method: 'GET',
              path: '/api/v1/namespaces/default/configmaps?watch=true&allowWatchBookmarks=true',
              body: undefined,
              headers: undefined,
            })
          }
        >
          Example watch
        </Button>
      </PageHead>
      <div className="o-page-body">
        <form
          className="o-stack"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <div className="o-row wrap">
            <Select
              aria-label="Method"
              w={120}
              allowDeselect={false}
              data={METHODS}
              value={method}
              onChange={(value) => setQuery({ method: value ?? 'GET' })}
              classNames={{ input: 'o-mono' }}
            />
            <TextInput
              ref={pathBox}
              className="o-grow"
              style={{ flexBasis: '16rem' }}
              aria-label="Path and query"
              value={emptied && !named ? '' : path}
              placeholder={START.path}
              onChange={(e) => {
                setEmptied(e.currentTarget.value === '')
                setQuery({ path: e.currentTarget.value })
              }}
              classNames={{ input: 'o-mono' }}
              spellCheck={false}
            />
            <Button type="submit" leftSection={<Icon name="send" />}>
              Send
            </Button>
            <Button
              variant="default"
              leftSection={<Icon name="identity" />}
              onClick={() =>
                go({
                  to: '/identity/compare',
                  search: { left: identity.id, ...shareable({ method, path, headers, body }) },
                })
              }
            >
              Compare as two users…
            </Button>
            <CopyButton
              label="Copy as curl"
              text={() => curlFor(method, path, identity, parseHeaders(headers), hasBody ? body : undefined)}
            />
            {(hasCredentials(headers) || (hasBody && isSecretBody(path, body))) && (
              <CopyButton
                icon="warning"
                label="Copy as curl, including secrets"
                text={() =>
                  curlFor(method, path, identity, parseHeaders(headers), hasBody ? body : undefined, { secrets: true })
                }
              />
            )}
          </div>
          <div className="o-console-parts">
            <div>
              <Textarea
                label="Headers"
                description="One per line"
                autosize
                minRows={2}
                maxRows={8}
                value={headers}
                onChange={(e) => setQuery({ headers: e.currentTarget.value })}
                classNames={{ input: 'o-mono' }}
                spellCheck={false}
                placeholder="Accept: application/json"
              />
              <div className="o-chips" style={{ marginTop: '0.375rem' }}>
                {HEADER_SETS.map(([title, line]) => (
                  <button
                    key={title}
                    type="button"
                    className="o-chip"
                    style={{ cursor: 'pointer', color: 'inherit' }}
                    onClick={() => setQuery({ headers: withHeader(headers, line) })}
                  >
                    {title}
                  </button>
                ))}
              </div>
            </div>
            {hasBody && (
              <Textarea
                label="Body"
                description="Sent unchanged"
                autosize
                minRows={4}
                maxRows={18}
                value={body}
                onChange={(e) => setQuery({ body: e.currentTarget.value })}
                classNames={{ input: 'o-mono' }}
                spellCheck={false}
              />
            )}
          </div>
        </form>
        <div className="o-split" style={{ marginTop: 'var(--o-gap)', flex: 'none' }}>
          <section className="o-panel" aria-label="Response">
            <header>
              <h2>Response</h2>
              {answer && <Verdict tone={statusTone(answer.status)}>{`${answer.status} ${answer.statusText}`}</Verdict>}
              {answer && <span className="o-dim o-small o-num">{milliseconds(answer.headMs)}</span>}
              {answer?.open && <Verdict tone="waiting">streaming</Verdict>}
              <span className="o-grow" />
              {answer && (
                <Switch
                  size="xs"
                  label="Pretty"
                  checked={pretty}
                  onChange={(e) => setPretty(e.currentTarget.checked)}
                />
              )}
              {answer && (
                <Button size="compact-xs" variant="default" onClick={openTrace}>
                  Trace
                </Button>
              )}
              {answer && <CopyButton label="Copy response" text={() => answer.text} />}
              {answer?.open && (
                <Button
                  size="compact-xs"
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
              {answer?.status === 403 && (
                <RefusedAnswer text={answer.text} onFixed={() => method === 'GET' && void send()} />
              )}
              {answer && <AnswerView answer={answer} pretty={pretty} />}
            </div>
          </section>
          <section className="o-panel" aria-label="History">
            <header>
              <h2>History</h2>
              <span className="o-grow" />
              {consoleHistory.length > 0 && (
                <Button size="compact-xs" variant="subtle" onClick={forgetHistory}>
                  Clear history
                </Button>
              )}
            </header>
            {consoleHistory.length ? (
              <ul className="o-history">
                {consoleHistory.map((entry) => (
                  <li key={entry.at}>
                    <button
                      type="button"
                      onClick={() =>
                        setQuery(
                          {
                            method: entry.method,
                            path: entry.path,
                            body: entry.body,
                            headers: entry.headers,
                            as: entry.as === 'admin' ? undefined : entry.as,
                          },
                          { push: true },
                        )
                      }
                    >
                      <span className="o-method">{entry.method}</span>
                      <span className="o-mono o-clip o-grow">{entry.path}</span>
                      {entry.as !== 'admin' && <span className="o-tag">{entry.as}</span>}
                      {entry.status !== undefined && <Verdict tone={statusTone(entry.status)}>{entry.status}</Verdict>}
                    </button>
                  </li>
                ))}
              </ul>
            ) : (
              <p className="o-panel-body o-dim" style={{ margin: 0 }}>
                Requests you send are saved in this browser, without their secrets.
              </p>
            )}
          </section>
        </div>
      </div>
    </div>
  )
}

/** Sets a header line, replacing one of the same name. */
function withHeader(headers: string, line: string): string {
  const name = line.split(':')[0]?.toLowerCase()
  const others = headers.split('\n').filter((other) => other.trim() && other.split(':')[0]?.toLowerCase() !== name)
  return [...others, line].join('\n')
}

const prettyText = (text: string): string => {
  try {
    return writeJson(parseJson(text), 2)
  } catch {
    return text // not JSON: as it came
  }
}

/** What helps against a refusal, as far as the answer says what was refused. */
function RefusedAnswer({ text, onFixed }: { readonly text: string; readonly onFixed: () => void }) {
  const status = useMemo(() => {
    try {
      const parsed = parseJson(text)
      return isObject(parsed) ? parsed : {}
    } catch {
      return {} // not JSON: nothing is known about it
    }
  }, [text])
  const { message, details } = status
  if (typeof message !== 'string') return null
  const name = isObject(details) && typeof details['name'] === 'string' ? details['name'] : ''
  return <ErrorHelp message={message} name={name} onFixed={onFixed} />
}

function AnswerView({ answer, pretty }: { readonly answer: Answer; readonly pretty: boolean }) {
  return (
    <div className="o-stack">
      {answer.warnings.map((warning, i) => (
        <p key={i} className="o-tone o-tone-changed" style={{ margin: 0 }}>
          Warning: {warning}
        </p>
      ))}
      <details>
        <summary className="o-dim o-small">{answer.headers.length} headers</summary>
        <dl className="o-facts o-small" style={{ marginTop: '0.375rem' }}>
          {answer.headers.map(([name, value], i) => (
            <div key={i} style={{ display: 'contents' }}>
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
