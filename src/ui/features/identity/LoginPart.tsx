import { Button, PasswordInput, Select } from '@mantine/core'
import { useState } from 'react'
import type { ProviderSettings } from '../../../outside/identity-provider-settings'
import { ErrorMessage } from '../../components/States'
import { statusTone, Verdict } from '../../components/Verdict'
import { useSession, useSystemClient } from '../../state/connection'
import { useSessionDraft } from '../../state/session-draft'
import { useAction } from '../../state/use-action'
import { useGo } from '../../state/place'
import { Panel } from '../../components/Panel'
import { keptOfToken, useImpersonate } from './acting'
import { useInspected } from './inspected'
import { type LoginStep, logIn } from './login'

/** A login with the authorization code flow, step by step. */
export function LoginPart({ settings, ca }: { readonly settings: ProviderSettings; readonly ca: string | undefined }) {
  const session = useSession()
  const client = useSystemClient()
  const be = useImpersonate()
  const go = useGo()
  const [username, setUsername] = useSessionDraft('login-user', settings.users[0]?.username ?? '')
  const [password, setPassword] = useState('')
  const [steps, setSteps] = useState<readonly LoginStep[]>([])
  const [token, setToken] = useState('')
  const { act, busy, error } = useAction()
  const login = async (): Promise<void> => {
    await act(async () => {
      setSteps([])
      setToken('')
      const { issuer, clientId, clientSecret } = settings
      const { idToken, refreshToken } = await logIn(
        session.control,
        { issuer, clientId, clientSecret, username, password, ...(ca && { ca }) },
        crypto,
        (step) => setSteps((old) => [...old, step]),
      )
      setToken(idToken)
      const provider = { issuer, clientId, clientSecret, refreshToken, idToken, ...(ca && { ca }) }
      const kept = await keptOfToken(client, idToken, username, `Logged in at ${issuer}`, { type: 'openid', provider })
      be({ ...kept, id: `openid:${username}` })
    })
  }
  return (
    <Panel
      title="Log in"
      about="The authorization code flow: discover the endpoints, sign in, return with a code and exchange it for tokens. The client then sends the ID token with every request."
    >
      <form
        className="o-panel-body o-stack"
        onSubmit={(event) => {
          event.preventDefault()
          void login()
        }}
      >
        <div className="o-form">
          <Select
            label="User"
            allowDeselect={false}
            data={settings.users.map((user) => user.username)}
            value={username}
            onChange={(value) => setUsername(value ?? '')}
          />
          <PasswordInput
            label="Password"
            description="In the example, the same as the user name"
            value={password}
            onChange={(e) => setPassword(e.currentTarget.value)}
            autoComplete="off"
          />
        </div>
        <div className="o-row wrap">
          <Button type="submit" loading={busy} disabled={!username}>
            Log in
          </Button>
          {token && (
            <Button
              variant="default"
              onClick={() => {
                useInspected.getState().paste(token)
                go({ to: '/identity/tokens' })
              }}
            >
              Inspect ID token
            </Button>
          )}
        </div>
        {error !== undefined && <ErrorMessage error={error} />}
        {steps.length > 0 && (
          <ol className="o-steps" aria-label="Login steps" aria-live="polite">
            {steps.map((step, i) => (
              <li key={i} className={step.status >= 400 ? 'failed' : 'done'}>
                <div className="o-row wrap">
                  <span className="o-mono o-break">{step.request}</span>
                  <Verdict tone={statusTone(step.status)}>{step.status}</Verdict>
                </div>
                <div className="o-dim">{step.note}</div>
              </li>
            ))}
          </ol>
        )}
      </form>
    </Panel>
  )
}
