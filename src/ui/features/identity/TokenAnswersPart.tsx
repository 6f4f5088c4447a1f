import { Button, PasswordInput, SegmentedControl, TextInput } from '@mantine/core'
import { encodeClientConfig } from '../../../machinery/client-config'
import type { JsonObject } from '../../../machinery/json'
import type { TokenWebhookSettings, TokenRow } from '../../../outside/token-webhook'
import { Icon } from '../../components/Icon'
import { LazyCodeEditor } from '../../components/editor/LazyCodeEditor'
import { toDataUrl } from '../../state/data-url'
import { DraftPart, EntryFields, useDraftForm } from './DraftPart'

/** Flags with which the API server calls the webhook at `url`; `seconds` is the cache lifetime. */
export const webhookFlags = (url: string, version: string, seconds: number): Record<string, string> => ({
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

/** The simulated token webhook's answer for each token. */
export function TokenAnswersPart({
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
            { value: 'table', label: 'Table' },
            { value: 'code', label: 'Function' },
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
