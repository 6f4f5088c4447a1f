import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../components/Icon'
import { PageHead } from '../../components/PageHead'
import { useSession } from '../../state/connection'
import { useIdentity } from '../../state/identity'
import { useKeys } from '../../state/keys'
import { type HistoryEntry, usePreferences } from '../../state/preferences'
import { useRequests } from '../../state/requests'
import { tellConsoleOutcome } from '../../queries/console-answers'
import { type Answer, sendRequest } from '../../queries/send'
import { writeJson } from '../../../machinery/json-text'
import './console.css'
import { HistoryPanel } from './HistoryPanel'
import { ResponsePanel } from './ResponsePanel'
import { RequestForm } from './RequestForm'
import { useConsoleRequest } from './use-console-request'

const EXAMPLE = {
  method: 'POST',
  path: '/api/v1/namespaces/default/configmaps?fieldManager=console',
  headers: 'Content-Type: application/json',
  body: writeJson({ metadata: { generateName: 'hello-' }, data: { greeting: 'good morning' } }, 2),
}

/** Sends any request to the API and shows the answer as it arrives. */
export function ConsolePage() {
  const session = useSession()
  const { identity } = useIdentity()
  const request = useConsoleRequest()
  const { method, path, headers, body, change } = request
  const { consoleHistory, remember, forgetHistory } = usePreferences()
  const [answer, setAnswer] = useState<Answer>()
  const [error, setError] = useState<unknown>()
  const [pretty, setPretty] = useState(true)
  const running = useRef<AbortController>(undefined)
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
    const report = (now: Answer): void => {
      setAnswer(now)
      tellConsoleOutcome({ answer: now })
    }
    try {
      const last = await sendRequest(session.sendAs(identity), { method, path, headers, body }, stop.signal, report)
      remember({ ...entry, status: last.status })
    } catch (failure) {
      if (!stop.signal.aborted) {
        setError(failure)
        tellConsoleOutcome({ error: failure })
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
    { keys: 'Enter', title: 'Send', run: () => void send() },
    { keys: 'Escape', title: 'Stop the response', run: () => running.current?.abort() },
  ])
  return (
    <div className="o-page">
      <PageHead
        title="Console"
        about="Send any API request with your current identity. See the response status, headers, body, streamed events and the request trace."
      >
        <Button variant="default" leftSection={<Icon name="example" />} onClick={() => change(EXAMPLE)}>
          Example POST
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="watch" />}
          onClick={() =>
            change({
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
        <RequestForm request={request} send={() => void send()} />
        <div className="o-split o-gap-before o-rigid">
          <ResponsePanel
            answer={answer}
            pretty={pretty}
            setPretty={setPretty}
            openTrace={openTrace}
            running={running}
            error={error}
            send={send}
            method={method}
          />
          <HistoryPanel consoleHistory={consoleHistory} forgetHistory={forgetHistory} change={change} />
        </div>
      </div>
    </div>
  )
}
