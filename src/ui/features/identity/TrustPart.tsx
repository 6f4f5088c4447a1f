import { TagsInput, TextInput } from '@mantine/core'
import type { ProviderSettings } from '../../../outside/identity-provider-settings'
import { toDataUrl } from '../../state/data-url'
import { Panel } from '../../components/Panel'
import { useSessionDraft } from '../../state/session-draft'
import type { FlagControls } from './acting'
import { FlagPreview } from './FlagPreview'

interface TrustForm {
  readonly usernameClaim: string
  readonly usernamePrefix: string
  readonly groupsClaim: string
  readonly groupsPrefix: string
  readonly required: readonly string[]
}

/** The flags that set the trusted issuer and the claims for user name and groups. */
export function TrustPart({
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
    <Panel
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
    </Panel>
  )
}
