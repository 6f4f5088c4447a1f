import { Button, SegmentedControl } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isObject, type JsonObject } from '../../../machinery/json'
import { checkAuthorizationWebhook, DEFAULT_AUTHORIZATION_WEBHOOK } from '../../../outside/authorization-webhook'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
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
import { WebhookAnswer } from './WebhookAnswer'
import { WebhookCalls } from './WebhookCalls'

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
            <WebhookCalls calls={service.data?.['calls']} />
          </div>
        </div>
      </div>
    </>
  )
}
