import { Button, NumberInput, PasswordInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { encodeClientConfig } from '../../../machinery/client-config'
import { isObject, type JsonObject } from '../../../machinery/json'
import { checkTokenWebhook, type TokenWebhookSettings, type TokenRow } from '../../../outside/token-webhook'
import { Icon } from '../../components/Icon'
import { notifyError } from '../../state/notify'
import { Loading, ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { LazyCodeEditor } from '../../components/editor/LazyCodeEditor'
import { useSystemClient } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { type FlagControls, keptOfToken, useImpersonate, useFlagControls } from './acting'
import { Callers } from './Callers'
import { toDataUrl } from '../../state/data-url'
import { DraftPart, EntryFields, useDraftForm } from './DraftPart'
import { FlagPreview } from './FlagPreview'
import { IdentityFrame, Part } from './IdentityFrame'
import { reviewToken, type TokenReview } from './token-check'
import { useSimulatedService } from '../../queries/use-simulated-service'

const flagsOf = (url: string, version: string, seconds: number): Record<string, string> => ({
  'authentication-token-webhook-config-file': toDataUrl(
    encodeClientConfig({
      currentContext: 'callback',
      clusters: new Map([['callback', { server: url }]]),
      users: new Map(),
      contexts: new Map([['callback', { cluster: 'callback' }]]),
    }),
  ),
  'authentication-token-webhook-version': version,
  'authentication-token-webhook-cache-ttl': `${seconds}s`,
})

/** The token webhook: its answers, the flags that make the server ask it, and a token to try. */
export function TokenWebhookPage() {
  const { state, error, reload, change } = useSimulatedService('token-callback')
  const hand = useFlagControls()
  const settings = isObject(state?.['settings']) ? checkTokenWebhook(state['settings']) : undefined
  if (!settings)
    return (
      <IdentityFrame at="/identity/callback">
        {error === undefined ? <Loading lines={8} /> : <ErrorMessage error={error} onRetry={reload} />}
      </IdentityFrame>
    )
  return (
    <IdentityFrame
      at="/identity/callback"
      actions={
        <Button
          variant="default"
          loading={hand.busy}
          disabled={!hand.argv}
          leftSection={<Icon name="example" />}
          onClick={() => void hand.apply(flagsOf(settings.url, 'v1', 30))}
        >
          Use in this cluster
        </Button>
      }
    >
      <div className="o-two">
        <AnswersPart settings={settings} change={change} canRunCode={state?.['canRunCode'] === true} />
        <div className="o-stack">
          <AskPart settings={settings} hand={hand} />
          <TryPart settings={settings} />
          <Callers
            calls={state?.['calls']}
            about="Answers are cached for the time set by the flag, measured with the cluster’s clock. Failures are not cached."
          />
        </div>
      </div>
    </IdentityFrame>
  )
}

function AnswersPart({
  settings,
  change,
  canRunCode,
}: {
  readonly settings: TokenWebhookSettings
  readonly change: (settings: JsonObject) => Promise<void>
  readonly canRunCode: boolean
}) {
  const draft = useDraftForm<TokenWebhookSettings>('callback', settings, (form) =>
    change(form as unknown as JsonObject),
  )
  const { form, set, save } = draft
  const setRow = (i: number, part: Partial<TokenRow>): void =>
    set({ rows: form.rows.map((row, j) => (i === j ? { ...row, ...part } : row)) })
  const list = (text: string): string[] => text.split(',').map((one) => one.trim())
  return (
    <DraftPart title="Responses" draft={draft} action="Save responses">
      <TextInput
        label="Address"
        description="Runs in this tab; nothing is sent over the network"
        value={form.url}
        spellCheck={false}
        onChange={(e) => set({ url: e.currentTarget.value })}
      />
      {canRunCode && (
        <SegmentedControl
          aria-label="Source of the responses"
          value={form.mode}
          onChange={(mode) => set({ mode: mode === 'code' ? 'code' : 'table' })}
          data={[
            { value: 'table', label: 'A table' },
            { value: 'code', label: 'A function' },
          ]}
        />
      )}
      {form.mode === 'code' ? (
        <div className="o-stack">
          <p className="o-small o-dim o-flush">
            Receives the TokenReview and returns its status. It runs in a sandbox with a short time limit.
          </p>
          <div className="o-function">
            <LazyCodeEditor
              id="token-callback"
              label="Function"
              value={form.code}
              onChange={(code) => code !== form.code && set({ code })}
              onSave={() => void save()}
            />
          </div>
        </div>
      ) : (
        <>
          {form.rows.map((row, i) => {
            const who = row.username || `row ${i + 1}`
            return (
              <EntryFields key={i} who={who} onRemove={() => set({ rows: form.rows.filter((_, j) => i !== j) })}>
                <PasswordInput
                  label="Token"
                  autoComplete="off"
                  value={row.token}
                  onChange={(e) => setRow(i, { token: e.currentTarget.value })}
                />
                <TextInput
                  label="User name"
                  value={row.username}
                  onChange={(e) => setRow(i, { username: e.currentTarget.value })}
                />
                <TextInput label="UID" value={row.uid} onChange={(e) => setRow(i, { uid: e.currentTarget.value })} />
                <TextInput
                  label="Groups, comma-separated"
                  value={row.groups.join(',')}
                  onChange={(e) => setRow(i, { groups: list(e.currentTarget.value) })}
                />
                <TextInput
                  label="Audiences, comma-separated"
                  placeholder="the API server"
                  value={row.audiences.join(',')}
                  onChange={(e) => setRow(i, { audiences: e.currentTarget.value ? list(e.currentTarget.value) : [] })}
                />
              </EntryFields>
            )
          })}
          <div>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() =>
                set({ rows: [...form.rows, { token: '', username: '', uid: '', groups: [], audiences: [] }] })
              }
            >
              Add token
            </Button>
          </div>
        </>
      )}
      <TextInput
        label="Reject every token with this error"
        placeholder="Leave empty to use the responses above"
        value={form.error}
        onChange={(e) => set({ error: e.currentTarget.value })}
      />
    </DraftPart>
  )
}

function AskPart({ settings, hand }: { readonly settings: TokenWebhookSettings; readonly hand: FlagControls }) {
  const [version, setVersion] = useState('v1')
  const [seconds, setSeconds] = useState(30)
  return (
    <Part
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
            onChange={(value) => setVersion(value ?? 'v1')}
          />
          <NumberInput
            label="Cache responses for (seconds)"
            value={seconds}
            min={0}
            onChange={(value) => setSeconds(Number(value))}
          />
        </div>
        <FlagPreview
          flags={flagsOf(settings.url, version, seconds)}
          hand={hand}
          action="Restart with these flags"
          off="authentication-token-webhook-config-file"
        />
      </div>
    </Part>
  )
}

function TryPart({ settings }: { readonly settings: TokenWebhookSettings }) {
  const client = useSystemClient()
  const be = useImpersonate()
  const [token, setToken] = useState(settings.rows[0]?.token ?? '')
  const [answer, setAnswer] = useState<TokenReview>()
  const { act, busy, error } = useAction()
  const ask = async (): Promise<void> => {
    await act(async () => {
      setAnswer(await reviewToken(client, token))
    })
  }
  const { authenticated, user, error: why } = answer?.status ?? {}
  return (
    <Part
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
    </Part>
  )
}
