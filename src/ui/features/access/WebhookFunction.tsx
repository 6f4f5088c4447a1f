import { Button, TextInput } from '@mantine/core'
import {
  DEFAULT_AUTHORIZATION_WEBHOOK,
  type AuthorizationWebhookSettings,
} from '../../../outside/authorization-webhook'
import { Icon } from '../../components/Icon'
import { Verdict } from '../../components/Verdict'
import { LazyCodeEditor } from '../../components/editor/LazyCodeEditor'
import { useSessionDraft } from '../../state/session-draft'

function Address({ url, onChange }: { readonly url: string; readonly onChange: (url: string) => void }) {
  const [typed, setTyped, drop, changed] = useSessionDraft('access/webhook-address', url)
  const done = (): void => {
    if (!changed) return
    if (typed !== url) onChange(typed)
    drop()
  }
  return (
    <TextInput
      label="Address"
      value={typed}
      onChange={(e) => setTyped(e.currentTarget.value)}
      onBlur={done}
      classNames={{ input: 'o-mono' }}
      spellCheck={false}
    />
  )
}

/** Key of the draft with the function's code. */
export const DRAFT = 'access/webhook'

/** The authorizer's code, its address, and the button that registers it. */
export function WebhookFunction({
  draft,
  keep,
  drop,
  saving,
  save,
  settings,
  code,
}: {
  readonly draft: string | undefined
  readonly keep: (id: string, text: string, base?: string) => void
  readonly drop: (id: string) => void
  readonly saving: boolean
  readonly save: (change?: Partial<typeof DEFAULT_AUTHORIZATION_WEBHOOK>) => Promise<void>
  readonly settings: AuthorizationWebhookSettings
  readonly code: string
}) {
  return (
    <section className="o-panel" aria-label="Webhook function">
      <header>
        <h2>Webhook function</h2>
        {draft !== undefined && <Verdict tone="changed">unsaved</Verdict>}
        <span className="o-grow" />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="example" size={14} />}
          onClick={() => keep(DRAFT, DEFAULT_AUTHORIZATION_WEBHOOK.code)}
        >
          Reset to example
        </Button>
        <Button size="compact-sm" variant="default" disabled={draft === undefined} onClick={() => drop(DRAFT)}>
          Revert to saved
        </Button>
        <Button size="compact-sm" loading={saving} disabled={draft === undefined} onClick={() => void save()}>
          Save and call
        </Button>
      </header>
      <div className="o-panel-body o-stack">
        <Address url={settings.url} onChange={(url) => void save({ url })} />
        <div className="o-function">
          <LazyCodeEditor
            id="authorization-callback"
            label="Function"
            value={code}
            onChange={(next) => (next === settings.code ? drop(DRAFT) : keep(DRAFT, next))}
            onSave={() => void save()}
          />
        </div>
        <p className="o-small o-dim o-flush">
          Receives the SubjectAccessReview and returns its status. <code>denied</code> or <code>allowed</code> is final;
          with neither, the next authorizer decides. It runs in a sandbox in this tab, for at most five seconds.
        </p>
      </div>
    </section>
  )
}
