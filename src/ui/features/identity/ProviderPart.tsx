import { NumberInput, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import { PROVIDER_ALGORITHMS, type ProviderSettings } from '../../../outside/identity-provider-settings'
import { DraftPart, useDraftForm } from './DraftPart'
import { UsersEditor } from './UsersEditor'
import { type ProviderForm, formOf, settingsOf } from './provider-form'

/** The flags that make the control plane accept tokens of the simulated provider. */
export const EXAMPLE_FLAGS = ({ issuer, clientId, algorithm }: ProviderSettings): Record<string, string> => ({
  'oidc-issuer-url': issuer,
  'oidc-client-id': clientId,
  'oidc-username-claim': 'email',
  'oidc-groups-claim': 'groups',
  'oidc-signing-algs': algorithm,
})

/** The simulated OpenID Connect provider: address, keys and users. */
export function ProviderPart({
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
