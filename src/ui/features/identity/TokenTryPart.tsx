import { Button, NumberInput, PasswordInput, Select } from '@mantine/core'
import { useState } from 'react'
import type { TokenWebhookSettings } from '../../../outside/token-webhook'
import { notifyError } from '../../state/notify'
import { ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useSystemClient } from '../../state/connection'
import { useSessionDraft } from '../../state/session-draft'
import { useAction } from '../../state/use-action'
import { Panel } from '../../components/Panel'
import { type FlagControls, keptOfToken, useImpersonate } from './acting'
import { FlagPreview } from './FlagPreview'
import { reviewToken, type TokenReview } from './token-check'
import { webhookFlags } from './TokenAnswersPart'

/** The flags with which the API server calls the webhook. */
export function AskPart({ settings, hand }: { readonly settings: TokenWebhookSettings; readonly hand: FlagControls }) {
  const [{ version, seconds }, set] = useSessionDraft('webhook-flags', { version: 'v1', seconds: 30 })
  return (
    <Panel
      title="Webhook settings"
      about="The API server calls the webhook for every bearer token that no other authenticator accepts. The flag takes a client configuration with the address, given here as a data: URL."
    >
      <div className="o-panel-body o-stack">
        <div className="o-form">
          <Select
            label="TokenReview version"
            allowDeselect={false}
            data={['v1', 'v1beta1']}
            value={version}
            onChange={(value) => set({ version: value ?? 'v1', seconds })}
          />
          <NumberInput
            label="Cache responses for (seconds)"
            value={seconds}
            min={0}
            onChange={(value) => set({ version, seconds: Number(value) })}
          />
        </div>
        <FlagPreview
          flags={webhookFlags(settings.url, version, seconds)}
          hand={hand}
          action="Restart with these flags"
          off="authentication-token-webhook-config-file"
        />
      </div>
    </Panel>
  )
}

/** Sends a TokenReview to the API server and shows the user that the webhook returns. */
export function TokenTryPart({ settings }: { readonly settings: TokenWebhookSettings }) {
  const client = useSystemClient()
  const be = useImpersonate()
  const [token, setToken] = useSessionDraft('webhook-token', settings.rows[0]?.token ?? '')
  const [answer, setAnswer] = useState<TokenReview>()
  const { act, busy, error } = useAction()
  const ask = async (): Promise<void> => {
    await act(async () => {
      setAnswer(await reviewToken(client, token))
    })
  }
  const { authenticated, user, error: why } = answer?.status ?? {}
  return (
    <Panel
      title="Test a token"
      about="Sends a TokenReview to the API server. Send it twice: the second response comes from the cache."
    >
      <form
        className="o-panel-body o-stack"
        onSubmit={(event) => {
          event.preventDefault()
          void ask()
        }}
      >
        <PasswordInput
          label="Token"
          autoComplete="off"
          value={token}
          onChange={(e) => setToken(e.currentTarget.value)}
        />
        <div className="o-row wrap">
          <Button type="submit" loading={busy} disabled={!token}>
            Send TokenReview
          </Button>
          <Button
            variant="default"
            disabled={!token}
            onClick={() => {
              keptOfToken(client, token, 'somebody', 'Accepted by the token webhook').then(be, (failure: unknown) =>
                notifyError('Could not review the token', failure),
              )
            }}
          >
            Act as this user
          </Button>
        </div>
        {error !== undefined && <ErrorMessage error={error} />}
        {answer && (
          <p aria-live="polite" className="o-break o-flush">
            <Verdict tone={authenticated ? 'allowed' : 'refused'}>
              {authenticated ? 'authenticated' : 'rejected'}
            </Verdict>{' '}
            {authenticated ? `${user?.username ?? ''}, ${user?.groups?.join(', ') ?? ''}` : why}
          </p>
        )}
      </form>
    </Panel>
  )
}
