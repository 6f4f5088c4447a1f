import { Button } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../components/Icon'
import { PageHead } from '../../components/PageHead'
import { useKeys } from '../../state/keys'
import { usePreferences } from '../../state/preferences'
import { useSessionDraft } from '../../state/session-draft'
import { useRequests } from '../../state/requests'
import { writeJson } from '../../../machinery/json-text'
import './console.css'
import { HistoryPanel } from './HistoryPanel'
import { ResponsePanel } from './ResponsePanel'
import { RequestForm } from './RequestForm'
import { type Exchange, useExchanges } from './answers'
import { useConsoleRequest } from './use-console-request'
import { useSend } from './use-send'

const EXAMPLE = {
  method: 'POST',
  path: '/api/v1/namespaces/default/configmaps?fieldManager=console',
  headers: 'Content-Type: application/json',
  body: writeJson({ metadata: { generateName: 'hello-' }, data: { greeting: 'good morning' } }, 2),
}

/** Sends any request to the API and shows the answer as it arrives. */
export function ConsolePage() {
  const request = useConsoleRequest()
  const { method, change } = request
  const { consoleHistory, forgetHistory } = usePreferences()
  const forgetExchanges = useExchanges((state) => state.forget)
  const { send, running, answer, error, exchange } = useSend(request)
  const [pretty, setPretty] = useSessionDraft('console-pretty', true)
  /** The response to compare with; `true` for the previous one of the same request. */
  const [compared, setCompared] = useState<Exchange | boolean>(false)

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
            exchange={exchange}
            compared={compared}
            setCompared={setCompared}
          />
          <HistoryPanel
            consoleHistory={consoleHistory}
            forgetHistory={() => {
              forgetHistory()
              forgetExchanges()
            }}
            change={change}
            shown={exchange}
            compare={setCompared}
          />
        </div>
      </div>
    </div>
  )
}
