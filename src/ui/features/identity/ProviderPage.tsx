import { Button, NumberInput, PasswordInput, Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isObject } from '../../../machinery/json'
import { checkProvider, PROVIDER_ALGORITHMS, type ProviderSettings } from '../../../outside/identity-provider-settings'
import { Icon } from '../../components/Icon'
import { notifyDone, notifyTrouble } from '../../components/notify'
import { Loading, Trouble } from '../../components/States'
import { statusTone, Verdict } from '../../components/Verdict'
import { useSession, useSystemClient } from '../../state/connection'
import { useGo } from '../../state/place'
import { type FlagHand, keptOfToken, useBe, useFlagHand } from './acting'
import { Callers } from './Callers'
import { toDataUrl } from './data-url'
import { DraftPart, useDraftForm } from './DraftPart'
import { FlagPreview } from './FlagPreview'
import { IdentityFrame, Part } from './IdentityFrame'
import { useInspected } from './inspected'
import { type LoginStep, logIn } from './login'
import { type ProviderForm, formOf, settingsOf } from './provider-form'
import { useSessionDraft } from '../../state/session-draft'
import { textOf } from './text'
import { UsersEditor } from './UsersEditor'
import { usePlayed } from './use-played'

/** An OpenID Connect issuer in the tab: its settings, the flags that make the cluster read it, and a login. */
export function ProviderPage() {
  const { state, error, reload, change, act } = usePlayed('identity-provider')
  const hand = useFlagHand()
  if (error !== undefined && !state)
    return (
      <IdentityFrame at="/identity/provider">
        <Trouble error={error} onRetry={reload} />
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
          size="xs"
          variant="default"
          loading={hand.busy}
          disabled={!hand.argv}
          leftSection={<Icon name="example" />}
          onClick={() => void hand.apply({ ...EXAMPLE_FLAGS(settings), 'oidc-ca-file': ca && toDataUrl(ca) })}
        >
          Let the cluster trust it
        </Button>
      }
    >
      <div className="o-two">
        <div className="o-stack">
          <ProviderPart settings={settings} change={change} />
          <Part
            title="Its keys"
            about="Verifiers fetch them from the key set. After a change the former one still verifies the tokens that it signed."
            actions={
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  act('rotate').then(
                    () => notifyDone('A new key signs now'),
                    (failure: unknown) => notifyTrouble('The key was not changed', failure),
                  )
                }}
              >
                Sign with a new key
              </Button>
            }
          >
            <ul className="o-panel-body o-mono o-small" style={{ margin: 0, listStyle: 'none' }}>
              {keys.map((key, i) => (
                <li key={textOf(key['kid'])} className="o-break">
                  {textOf(key['alg'])} {textOf(key['kid'])} {i === 0 && <Verdict tone="allowed">signs</Verdict>}
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
            about="By the API server, which fetches the keys once and again when a token names one that it does not know, and by whoever logs in."
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
    <DraftPart title="The provider" draft={draft} action="Save the provider">
      <div className="o-form">
        <TextInput
          label="Issuer"
          value={form.issuer}
          onChange={(e) => set({ issuer: e.currentTarget.value })}
          spellCheck={false}
        />
        <TextInput
          label="Client id"
          value={form.clientId}
          onChange={(e) => set({ clientId: e.currentTarget.value })}
          spellCheck={false}
        />
        <PasswordInput
          label="Client secret"
          placeholder="None: a public client"
          value={form.clientSecret}
          onChange={(e) => set({ clientSecret: e.currentTarget.value })}
          autoComplete="off"
        />
        <Select
          label="Signs with"
          allowDeselect={false}
          data={[...PROVIDER_ALGORITHMS]}
          value={form.algorithm}
          onChange={(algorithm) => set({ algorithm: algorithm ?? 'RS256' })}
        />
        <NumberInput
          label="An ID token lasts (seconds)"
          value={form.idTokenSeconds}
          onChange={(value) => set({ idTokenSeconds: Number(value) })}
          min={1}
          step={60}
        />
        <div className="o-stack" style={{ gap: '0.375rem' }}>
          <Switch
            label="A refresh gives an ID token"
            checked={form.refreshGivesIdToken}
            onChange={(e) => set({ refreshGivesIdToken: e.currentTarget.checked })}
          />
          <Switch
            label="Has an authority of its own"
            description="Then --oidc-ca-file must name it"
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
  readonly hand: FlagHand
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
      title="What the cluster reads of it"
      about="The API server never talks to people: it only verifies ID tokens. These flags say whose, and which claims it takes for a name and groups."
    >
      <div className="o-panel-body o-stack">
        <div className="o-form">
          <TextInput
            size="xs"
            label="User name claim"
            placeholder="sub"
            value={form.usernameClaim}
            onChange={(e) => set({ usernameClaim: e.currentTarget.value })}
          />
          <TextInput
            size="xs"
            label="User name prefix"
            placeholder="the issuer and #, for all but email"
            value={form.usernamePrefix}
            onChange={(e) => set({ usernamePrefix: e.currentTarget.value })}
          />
          <TextInput
            size="xs"
            label="Groups claim"
            placeholder="none"
            value={form.groupsClaim}
            onChange={(e) => set({ groupsClaim: e.currentTarget.value })}
          />
          <TextInput
            size="xs"
            label="Groups prefix"
            placeholder="none"
            value={form.groupsPrefix}
            onChange={(e) => set({ groupsPrefix: e.currentTarget.value })}
          />
          <TagsInput
            size="xs"
            label="Required claims"
            description="key=value"
            value={[...form.required]}
            onChange={(required) => set({ required })}
          />
        </div>
        <FlagPreview flags={flags} hand={hand} action="Start anew with these flags" off="oidc-issuer-url" />
      </div>
    </Part>
  )
}

function LoginPart({ settings, ca }: { readonly settings: ProviderSettings; readonly ca: string | undefined }) {
  const session = useSession()
  const client = useSystemClient()
  const be = useBe()
  const go = useGo()
  const [username, setUsername] = useState(settings.users[0]?.username ?? '')
  const [password, setPassword] = useState('')
  const [steps, setSteps] = useState<readonly LoginStep[]>([])
  const [token, setToken] = useState('')
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const login = async (): Promise<void> => {
    setBusy(true)
    setSteps([])
    setError(undefined)
    setToken('')
    const { issuer, clientId, clientSecret } = settings
    try {
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
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Part
      title="Log in"
      about="What a client program and a browser do together: find out where, give name and password, come back with a code, exchange it for tokens. The ID token then goes along with every request."
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
            size="xs"
            label="User"
            allowDeselect={false}
            data={settings.users.map((user) => user.username)}
            value={username}
            onChange={(value) => setUsername(value ?? '')}
          />
          <PasswordInput
            size="xs"
            label="Password"
            description="As the provider has it, for the example the name again"
            value={password}
            onChange={(e) => setPassword(e.currentTarget.value)}
            autoComplete="off"
          />
        </div>
        <div className="o-row wrap">
          <Button type="submit" size="xs" loading={busy} disabled={!username}>
            Log in
          </Button>
          {token && (
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                useInspected.getState().paste(token)
                go({ to: '/identity/tokens' })
              }}
            >
              Look into the ID token
            </Button>
          )}
        </div>
        {error !== undefined && <Trouble error={error} />}
        {steps.length > 0 && (
          <ol className="o-steps" aria-label="Steps of the login" aria-live="polite">
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
