import { Button, SegmentedControl } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Attributes } from '../../../authorization/authorizer'
import { reviewSpecOf } from '../../../authorization/webhook'
import { isObject, type Json, type JsonObject } from '../../../machinery/json'
import { checkAuthorizationWebhook, DEFAULT_AUTHORIZATION_WEBHOOK } from '../../../outside/authorization-webhook'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { clockTime } from '../../components/time'
import { statusTone, Verdict } from '../../components/Verdict'
import { useFlags } from '../../queries/flags'
import { useSession } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { useDrafts } from '../../state/drafts'
import { useRestart } from '../../queries/use-restart'
import { showAnswer } from '../../queries/show-answer'
import { authorizersOf } from '../../state/authorizers'
import { userInfoOf } from './people'
import { attributesFor, phraseOf } from './question'
import { QuestionBar, useQuestion } from './QuestionBar'
import { withoutWebhook, withWebhook } from './webhook-flags'
import { WebhookFunction, DRAFT } from './WebhookFunction'

const SERVICE = 'authorization-callback'

/** The function behind the Webhook authorizer: edit it, try it, and place it among the authorizers. */
export function WebhookView() {
  const session = useSession()
  const queries = useQueryClient()
  const flags = useFlags()
  const draft = useDrafts((state) => state.drafts[DRAFT]?.text)
  const { keep, drop, settle } = useDrafts.getState()
  const { restart, busy: restarting, error: refused } = useRestart()
  const { act, busy: saving, error } = useAction()
  const service = useQuery({
    queryKey: ['outside', SERVICE],
    queryFn: () => session.control('outside', { service: SERVICE }),
    refetchInterval: 1500,
  })
  const { question, who, person, namespaced } = useQuestion()
  const settings =
    service.data && isObject(service.data['settings']) ? checkAuthorizationWebhook(service.data['settings']) : undefined
  const code = draft ?? settings?.code ?? ''
  const save = async (change: Partial<typeof DEFAULT_AUTHORIZATION_WEBHOOK> = {}): Promise<void> => {
    if (!settings) return
    await act(async () => {
      const next = { ...settings, code, ...change } as unknown as JsonObject
      await showAnswer(queries, ['outside', SERVICE], session.control('outside', { service: SERVICE, settings: next }))
      settle(DRAFT, code)
      await queries.invalidateQueries({ queryKey: ['access-callback'] })
    })
  }
  if (service.isError)
    return (
      <div className="o-page-body">
        <ErrorMessage error={service.error} onRetry={() => void service.refetch()} />
      </div>
    )
  if (flags.isError) return <ErrorMessage error={flags.error} onRetry={() => void flags.refetch()} />
  if (!settings || !flags.data) return <Loading lines={10} />
  const { argv } = flags.data
  const { modes, source } = authorizersOf(argv)
  const inForce = modes.includes('Webhook')
  const place = modes[0] === 'Webhook' ? 'first' : 'last'
  return (
    <>
      <QuestionBar />
      <div className="o-page-body o-stack">
        <div className="o-row wrap">
          <Verdict tone={inForce ? 'allowed' : 'none'}>{inForce ? 'in force' : 'not in force'}</Verdict>
          <code className="o-dim">{source}</code>
          <span className="o-grow" />
          {inForce && (
            <Button variant="default" loading={restarting} onClick={() => void restart(withoutWebhook(argv))}>
              Remove webhook
            </Button>
          )}
          <SegmentedControl
            aria-label="Position of the webhook"
            value={inForce ? place : 'none'}
            onChange={(next) =>
              (next === 'first' || next === 'last') && void restart(withWebhook(argv, settings.url, next))
            }
            disabled={restarting}
            data={[
              ...(inForce ? [] : [{ value: 'none', label: 'Off' }]),
              { value: 'first', label: 'First' },
              { value: 'last', label: 'Last' },
            ]}
          />
        </div>
        {refused !== undefined && <ErrorMessage error={refused} />}
        {error !== undefined && <ErrorMessage error={error} />}
        <div className="o-columns o-abac">
          <WebhookFunction
            draft={draft}
            keep={keep}
            drop={drop}
            saving={saving}
            save={save}
            settings={settings}
            code={code}
          />
          <div className="o-stack">
            {person ? (
              <WebhookAnswer
                who={who}
                url={settings.url}
                attributes={attributesFor(question, userInfoOf(person), namespaced)}
                phrase={phraseOf(question, namespaced)}
                stale={draft !== undefined}
              />
            ) : (
              <section className="o-panel" aria-label="Result">
                <Empty title="Pick a user" icon="identity">
                  Choose a user above to call the function for a request.
                </Empty>
              </section>
            )}
            <Calls calls={service.data?.['calls']} />
          </div>
        </div>
      </div>
    </>
  )
}

/** The function's answer to a request, sent as the API server would send it. */
function WebhookAnswer({
  who,
  url,
  attributes,
  phrase,
  stale,
}: {
  readonly who: string
  readonly url: string
  readonly attributes: Attributes
  readonly phrase: string
  readonly stale: boolean
}) {
  const session = useSession()
  const spec = reviewSpecOf(attributes, 'v1')
  const body = JSON.stringify({
    apiVersion: 'authorization.orch.io/v1',
    kind: 'SubjectAccessReview',
    metadata: { creationTimestamp: null },
    spec,
    status: { allowed: false },
  })
  const answer = useQuery({
    queryKey: ['access-callback', url, body],
    queryFn: () =>
      session.control('reach', {
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body,
      }),
    retry: false,
  })
  const status = answer.data?.status === 200 ? statusOf(answer.data.body) : undefined
  const verdict = status?.['denied'] === true ? 'denied' : status?.['allowed'] === true ? 'allowed' : 'no opinion'
  const reason = status?.['reason']
  return (
    <section className="o-panel" aria-label="Result">
      <header>
        <h2>
          May <span className="o-mono">{who}</span> {phrase}?
        </h2>
        <span className="o-grow" />
        {status && (
          <Verdict tone={verdict === 'denied' ? 'refused' : verdict === 'allowed' ? 'allowed' : 'none'}>
            {verdict}
          </Verdict>
        )}
      </header>
      <div className="o-panel-body o-stack" aria-live="polite">
        {answer.isPending && <p className="o-dim">Calling the function…</p>}
        {answer.isError && <ErrorMessage error={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.data && answer.data.status !== 200 && (
          <ErrorMessage error={answer.data.body || `It answered ${answer.data.status}.`}>
            <div className="o-small o-dim">The API server then has no opinion, and reports the failure.</div>
          </ErrorMessage>
        )}
        {typeof reason === 'string' && reason && <p className="o-flush">{reason}</p>}
        {stale && (
          <p className="o-small o-tone o-tone-changed o-flush">
            This is the result of the saved function. Save to call the function in the editor.
          </p>
        )}
        <details>
          <summary className="o-small">Request to the webhook</summary>
          <pre className="o-code" tabIndex={0}>
            {JSON.stringify(spec, null, 2)}
          </pre>
        </details>
      </div>
    </section>
  )
}

function statusOf(text: string): JsonObject | undefined {
  const body: unknown = JSON.parse(text)
  return isObject(body) && isObject(body['status']) ? body['status'] : undefined
}

function Calls({ calls }: { readonly calls: Json | undefined }) {
  const rows = Array.isArray(calls) ? calls.filter(isObject).reverse() : []
  return (
    <section className="o-panel" aria-label="Calls from the API server">
      <header>
        <h2>Calls from the API server</h2>
        <span className="o-grow" />
        <span className="o-dim o-small">newest first</span>
      </header>
      <ul className="o-plain o-panel-body">
        {rows.slice(0, 20).map((row, i) => (
          <li key={rows.length - i} className="o-row">
            <span className="o-num o-dim o-small">{clockTime(Number(row['at']))}</span>
            <Verdict tone={statusTone(Number(row['status']))}>{String(Number(row['status']))}</Verdict>
            <span className="o-mono o-small o-break o-grow">{typeof row['note'] === 'string' ? row['note'] : ''}</span>
          </li>
        ))}
        {rows.length === 0 && <li className="o-dim">No calls yet.</li>}
      </ul>
    </section>
  )
}
