import { Button, NumberInput, PasswordInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { encodeClientConfig } from '../../../machinery/client-config'
import { isObject, type JsonObject } from '../../../machinery/json'
import { checkTokenCallback, type TokenCallbackSettings, type TokenRow } from '../../../outside/token-callback'
import { Icon } from '../../components/Icon'
import { notifyTrouble } from '../../components/notify'
import { Loading, Trouble } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { LazyCodeEditor } from '../../editor/LazyCodeEditor'
import { useSystemClient } from '../../state/connection'
import { type FlagHand, keptOfToken, useBe, useFlagHand } from './acting'
import { Callers } from './Callers'
import { toDataUrl } from './data-url'
import { DraftPart, EntryFields, useDraftForm } from './DraftPart'
import { FlagPreview } from './FlagPreview'
import { IdentityFrame, Part } from './IdentityFrame'
import { reviewToken, type TokenReview } from './token-check'
import { usePlayed } from './use-played'

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

/** The token callback: its answers, the flags that make the server ask it, and a token to try. */
export function CallbackPage() {
  const { state, error, reload, change } = usePlayed('token-callback')
  const hand = useFlagHand()
  const settings = isObject(state?.['settings']) ? checkTokenCallback(state['settings']) : undefined
  if (!settings)
    return (
      <IdentityFrame at="/identity/callback">
        {error === undefined ? <Loading lines={8} /> : <Trouble error={error} onRetry={reload} />}
      </IdentityFrame>
    )
  return (
    <IdentityFrame
      at="/identity/callback"
      actions={
        <Button
          size="xs"
          variant="default"
          loading={hand.busy}
          disabled={!hand.argv}
          leftSection={<Icon name="example" />}
          onClick={() => void hand.apply(flagsOf(settings.url, 'v1', 30))}
        >
          Let the cluster ask it
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
            about="An answer is remembered for as long as the flag says, by the cluster’s clock. No answer is not remembered."
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
  readonly settings: TokenCallbackSettings
  readonly change: (settings: JsonObject) => Promise<void>
  readonly canRunCode: boolean
}) {
  const draft = useDraftForm<TokenCallbackSettings>('callback', settings, (form) =>
    change(form as unknown as JsonObject),
  )
  const { form, set, save } = draft
  const setRow = (i: number, part: Partial<TokenRow>): void =>
    set({ rows: form.rows.map((row, j) => (i === j ? { ...row, ...part } : row)) })
  const list = (text: string): string[] => text.split(',').map((one) => one.trim())
  return (
    <DraftPart title="Its answers" draft={draft} action="Save the answers">
      <TextInput
        label="Address"
        description="Nothing of it leaves the tab"
        value={form.url}
        spellCheck={false}
        onChange={(e) => set({ url: e.currentTarget.value })}
      />
      {canRunCode && (
        <SegmentedControl
          aria-label="Answers come from"
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
          <p className="o-small o-dim" style={{ margin: 0 }}>
            Gets the TokenReview, returns its status. It runs apart from everything, for a moment at most.
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
                  size="xs"
                  label="Token"
                  autoComplete="off"
                  value={row.token}
                  onChange={(e) => setRow(i, { token: e.currentTarget.value })}
                />
                <TextInput
                  size="xs"
                  label="User name"
                  value={row.username}
                  onChange={(e) => setRow(i, { username: e.currentTarget.value })}
                />
                <TextInput
                  size="xs"
                  label="UID"
                  value={row.uid}
                  onChange={(e) => setRow(i, { uid: e.currentTarget.value })}
                />
                <TextInput
                  size="xs"
                  label="Groups, by comma"
                  value={row.groups.join(',')}
                  onChange={(e) => setRow(i, { groups: list(e.currentTarget.value) })}
                />
                <TextInput
                  size="xs"
                  label="Audiences, by comma"
                  placeholder="the API server’s own"
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
              Add a token
            </Button>
          </div>
        </>
      )}
      <TextInput
        label="Refuse every token, saying"
        placeholder="Leave empty to answer as above"
        value={form.error}
        onChange={(e) => set({ error: e.currentTarget.value })}
      />
    </DraftPart>
  )
}

function AskPart({ settings, hand }: { readonly settings: TokenCallbackSettings; readonly hand: FlagHand }) {
  const [version, setVersion] = useState('v1')
  const [seconds, setSeconds] = useState(30)
  return (
    <Part
      title="When the cluster asks it"
      about="For every bearer token that no other authenticator knows. The flag names a client configuration with the address, given here as a data: URL."
    >
      <div className="o-panel-body o-stack">
        <div className="o-form">
          <Select
            size="xs"
            label="Version of the TokenReview"
            allowDeselect={false}
            data={['v1', 'v1beta1']}
            value={version}
            onChange={(value) => setVersion(value ?? 'v1')}
          />
          <NumberInput
            size="xs"
            label="Answers are remembered (seconds)"
            value={seconds}
            min={0}
            onChange={(value) => setSeconds(Number(value))}
          />
        </div>
        <FlagPreview
          flags={flagsOf(settings.url, version, seconds)}
          hand={hand}
          action="Start anew with these flags"
          off="authentication-token-webhook-config-file"
        />
      </div>
    </Part>
  )
}

function TryPart({ settings }: { readonly settings: TokenCallbackSettings }) {
  const client = useSystemClient()
  const be = useBe()
  const [token, setToken] = useState(settings.rows[0]?.token ?? '')
  const [answer, setAnswer] = useState<TokenReview>()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const ask = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      setAnswer(await reviewToken(client, token))
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  const { authenticated, user, error: why } = answer?.status ?? {}
  return (
    <Part
      title="Try a token"
      about="The server is asked what it makes of it. Ask twice: the second time the callback is not asked."
    >
      <form
        className="o-panel-body o-stack"
        onSubmit={(event) => {
          event.preventDefault()
          void ask()
        }}
      >
        <PasswordInput
          size="xs"
          label="Token"
          autoComplete="off"
          value={token}
          onChange={(e) => setToken(e.currentTarget.value)}
        />
        <div className="o-row wrap">
          <Button type="submit" size="xs" loading={busy} disabled={!token}>
            Ask the server
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={!token}
            onClick={() => {
              keptOfToken(client, token, 'somebody', 'Known to the token callback').then(be, (failure: unknown) =>
                notifyTrouble('The token could not be looked at', failure),
              )
            }}
          >
            Be whoever this is
          </Button>
        </div>
        {error !== undefined && <Trouble error={error} />}
        {answer && (
          <p aria-live="polite" style={{ margin: 0 }} className="o-break">
            <Verdict tone={authenticated ? 'allowed' : 'refused'}>
              {authenticated ? 'authenticated' : 'not accepted'}
            </Verdict>{' '}
            {authenticated ? `${user?.username ?? ''}, ${user?.groups?.join(', ') ?? ''}` : why}
          </p>
        )}
      </form>
    </Part>
  )
}
