import { Button, NumberInput, PasswordInput, Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isObject } from '../../../machinery/json'
import { checkProvider, PROVIDER_ALGORITHMS, type ProviderSettings } from '../../../outside/identity-provider-settings'
import { Icon } from '../../components/Icon'
import { notifyDone, notifyError } from '../../state/notify'
import { Loading, ErrorMessage } from '../../components/States'
import { statusTone, Verdict } from '../../components/Verdict'
import { useSession, useSystemClient } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { useGo } from '../../state/place'
import { type FlagControls, keptOfToken, useImpersonate, useFlagControls } from './acting'
import { Callers } from './Callers'
import { toDataUrl } from '../../state/data-url'
import { DraftPart, useDraftForm } from './DraftPart'
import { FlagPreview } from './FlagPreview'
import { IdentityFrame, Part } from './IdentityFrame'
import { useInspected } from './inspected'
import { type LoginStep, logIn } from './login'
import { type ProviderForm, formOf, settingsOf } from './provider-form'
import { useSessionDraft } from '../../state/session-draft'
import { textOf } from './text'
import { UsersEditor } from './UsersEditor'
import { useSimulatedService } from '../../queries/use-simulated-service'

/** An OpenID Connect issuer in the tab: its settings, the flags that make the cluster read it, and a login. */
export function ProviderPage() {
  const { state, error, reload, change, act } = useSimulatedService('identity-provider')
  const hand = useFlagControls()
  if (error !== undefined && !state)
    return (
      <IdentityFrame at="/identity/provider">
        <ErrorMessage error={error} onRetry={reload} />
      </IdentityFrame>
    )
  const settings = isObject(state?.['settings']) ? checkProvider(state['settings']) : undefined
  if (!settings)
    return (
      <IdentityFrame at="/identity/provider">
        <Loading lines={8} />
      </IdentityFrame>
    )
  const ca = typeof state?.['ca'] === 'string' ? state['ca'] : undefined
  const keys = Array.isArray(state?.['keys']) ? state['keys'].filter(isObject) : []
  return (
    <IdentityFrame
      at="/identity/provider"
      actions={
        <Button
          variant="default"
          loading={hand.busy}
          disabled={!hand.argv}
          leftSection={<Icon name="example" />}
          onClick={() => void hand.apply({ ...EXAMPLE_FLAGS(settings), 'oidc-ca-file': ca && toDataUrl(ca) })}
        >
          Use in this cluster
        </Button>
      }
    >
      <div className="o-two">
        <div className="o-stack">
          <ProviderPart settings={settings} change={change} />
          <Part
            title="Signing keys"
            about="Clients fetch the public keys from the JWKS endpoint. After a rotation, the previous key still verifies the tokens it signed."
            actions={
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  act('rotate').then(
                    () => notifyDone('Signing key rotated'),
                    (failure: unknown) => notifyError('Could not rotate the key', failure),
                  )
                }}
              >
                Rotate signing key
              </Button>
            }
          >
            <ul className="o-panel-body o-mono o-small o-flush o-no-marks">
              {keys.map((key, i) => (
                <li key={textOf(key['kid'])} className="o-break">
                  {textOf(key['alg'])} {textOf(key['kid'])} {i === 0 && <Verdict tone="allowed">active</Verdict>}
                </li>
              ))}
            </ul>
          </Part>
        </div>
        <div className="o-stack">
          <TrustPart settings={settings} ca={ca} hand={hand} />
          <LoginPart settings={settings} ca={ca} />
          <Callers
            calls={state?.['calls']}
            about="Requests from clients that log in and from the API server. The API server fetches the keys once, and again when a token has an unknown key ID."
          />
        </div>
      </div>
    </IdentityFrame>
  )
}

const EXAMPLE_FLAGS = ({ issuer, clientId, algorithm }: ProviderSettings): Record<string, string> => ({
  'oidc-issuer-url': issuer,
  'oidc-client-id': clientId,
  'oidc-username-claim': 'email',
  'oidc-groups-claim': 'groups',
  'oidc-signing-algs': algorithm,
})

function ProviderPart({
  settings,
  change,
}: {
  readonly settings: ProviderSettings
  readonly change: (settings: ReturnType<typeof settingsOf>) => Promise<void>
}) {
  const draft = useDraftForm<ProviderForm>('provider', formOf(settings), (form) => change(settingsOf(form)))
  const { form, set } = draft
  return (
    <DraftPart title="Provider settings" draft={draft} action="Save provider">
      <div className="o-form">
        <TextInput
          label="Issuer"
          value={form.issuer}
          onChange={(e) => set({ issuer: e.currentTarget.value })}
          spellCheck={false}
        />
        <TextInput
          label="Client ID"
          value={form.clientId}
          onChange={(e) => set({ clientId: e.currentTarget.value })}
          spellCheck={false}
        />
        <PasswordInput
          label="Client secret"
          placeholder="Empty for a public client"
          value={form.clientSecret}
          onChange={(e) => set({ clientSecret: e.currentTarget.value })}
          autoComplete="off"
        />
        <Select
          label="Signing algorithm"
          allowDeselect={false}
          data={[...PROVIDER_ALGORITHMS]}
          value={form.algorithm}
          onChange={(algorithm) => set({ algorithm: algorithm ?? 'RS256' })}
        />
        <NumberInput
          label="ID token lifetime (seconds)"
          value={form.idTokenSeconds}
          onChange={(value) => set({ idTokenSeconds: Number(value) })}
          min={1}
          step={60}
        />
        <div className="o-stack o-tight">
          <Switch
            label="Refresh returns an ID token"
            checked={form.refreshGivesIdToken}
            onChange={(e) => set({ refreshGivesIdToken: e.currentTarget.checked })}
          />
          <Switch
            label="Use a private CA"
            description="Requires --oidc-ca-file"
            checked={form.ownCa}
            onChange={(e) => set({ ownCa: e.currentTarget.checked })}
          />
        </div>
        <div className="wide">
          <UsersEditor users={form.users} onChange={(users) => set({ users })} />
        </div>
      </div>
    </DraftPart>
  )
}

interface TrustForm {
  readonly usernameClaim: string
  readonly usernamePrefix: string
  readonly groupsClaim: string
  readonly groupsPrefix: string
  readonly required: readonly string[]
}

function TrustPart({
  settings,
  ca,
  hand,
}: {
  readonly settings: ProviderSettings
  readonly ca: string | undefined
  readonly hand: FlagControls
}) {
  const [form, setForm] = useSessionDraft<TrustForm>('provider-trust', {
    usernameClaim: 'email',
    usernamePrefix: '',
    groupsClaim: 'groups',
    groupsPrefix: '',
    required: [],
  })
  const set = (part: Partial<TrustForm>): void => setForm({ ...form, ...part })
  const flags = {
    'oidc-issuer-url': settings.issuer,
    'oidc-client-id': settings.clientId,
    'oidc-username-claim': form.usernameClaim || undefined,
    'oidc-username-prefix': form.usernamePrefix || undefined,
    'oidc-groups-claim': form.groupsClaim || undefined,
    'oidc-groups-prefix': form.groupsPrefix || undefined,
    'oidc-required-claim': form.required.length ? form.required : undefined,
    'oidc-signing-algs': settings.algorithm,
    'oidc-ca-file': ca && toDataUrl(ca),
  }
  return (
    <Part
      title="API server flags"
      about="The API server only verifies ID tokens; it does not log users in. These flags set the trusted issuer and the claims for user name and groups."
    >
      <div className="o-panel-body o-stack">
        <div className="o-form">
          <TextInput
            label="Username claim"
            placeholder="sub"
            value={form.usernameClaim}
            onChange={(e) => set({ usernameClaim: e.currentTarget.value })}
          />
          <TextInput
            label="Username prefix"
            placeholder="issuer#, except for email"
            value={form.usernamePrefix}
            onChange={(e) => set({ usernamePrefix: e.currentTarget.value })}
          />
          <TextInput
            label="Groups claim"
            placeholder="none"
            value={form.groupsClaim}
            onChange={(e) => set({ groupsClaim: e.currentTarget.value })}
          />
          <TextInput
            label="Groups prefix"
            placeholder="none"
            value={form.groupsPrefix}
            onChange={(e) => set({ groupsPrefix: e.currentTarget.value })}
          />
          <TagsInput
            label="Required claims"
            description="key=value"
            value={[...form.required]}
            onChange={(required) => set({ required })}
          />
        </div>
        <FlagPreview flags={flags} hand={hand} action="Restart with these flags" off="oidc-issuer-url" />
      </div>
    </Part>
  )
}

function LoginPart({ settings, ca }: { readonly settings: ProviderSettings; readonly ca: string | undefined }) {
  const session = useSession()
  const client = useSystemClient()
  const be = useImpersonate()
  const go = useGo()
  const [username, setUsername] = useState(settings.users[0]?.username ?? '')
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
    <Part
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
    </Part>
  )
}
