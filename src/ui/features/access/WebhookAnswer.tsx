import { useQuery } from '@tanstack/react-query'
import type { Attributes } from '../../../authorization/authorizer'
import { reviewSpecOf } from '../../../authorization/webhook'
import { isObject, type JsonObject } from '../../../machinery/json'
import { ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useSession } from '../../state/connection'

/** The function's answer to a request, sent as the API server would send it. */
export function WebhookAnswer({
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
          <ErrorMessage error={answer.data.body || `The function answered ${answer.data.status}.`}>
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
