import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Word } from '../../components/terms/Explained'
import { Verdict } from '../../components/Verdict'
import { ActAsDialog } from '../../components/ActAsDialog'
import { useActAs } from '../../state/act-as'
import { useSystemClient } from '../../state/connection'
import { useSessionDraft } from '../../state/session-draft'
import { useAction } from '../../state/use-action'
import { ADMIN, type Identity, identityOf, NOBODY, useIdentities, useIdentity } from '../../state/identity'
import { useGo } from '../../state/place'
import { Panel } from '../../components/Panel'
import { type StoredIdentity, useKeyring } from '../../state/keyring'
import { keptOfToken, useImpersonate } from './acting'
import { pastedToken } from './jwt'
import { useInspected } from './inspected'
import { IdentityRow } from './IdentityRow'

interface Somebody {
  readonly identity: Identity
  readonly kept?: StoredIdentity
}

/** The identities available in this tab, and the current one. */
export function WhoPart() {
  const { identity: me, missing } = useIdentity()
  const { known, recent } = useIdentities()
  const kept = useKeyring((state) => state.kept)
  const actAs = useActAs()
  const go = useGo()
  const [dialog, setDialog] = useState(false)
  const [pasting, setPasting] = useState(false)
  const ids = [...new Set([ADMIN.id, NOBODY.id, ...kept.map(({ id }) => id), ...recent, ...Object.keys(known)])]
  const people = ids.flatMap((id): Somebody[] => {
    const identity = identityOf(id, known)
    const own = kept.find((one) => one.id === id)
    return identity ? [{ identity, ...(own && { kept: own }) }] : []
  })
  const inspect = (somebody: StoredIdentity): void => {
    useInspected.getState().inspect(somebody)
    go({ to: '/identity/tokens' })
  }
  return (
    <Panel
      title="Available identities"
      actions={
        <>
          <Button size="compact-sm" variant="default" onClick={() => setPasting(!pasting)} aria-expanded={pasting}>
            Paste token…
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setDialog(true)}>
            Impersonate…
          </Button>
        </>
      }
    >
      {missing && (
        <p className="o-panel-body o-identity-about">
          <Verdict tone="changed">missing</Verdict> This tab has no credentials for <code>{missing}</code>. Requests are
          sent without credentials.
        </p>
      )}
      {pasting && <PasteToken onDone={() => setPasting(false)} />}
      <div className="o-scroll-x" tabIndex={0} role="group" aria-label="Table of identities">
        <table className="o-table cards">
          <thead>
            <tr>
              <th>Identity</th>
              <th>
                <Word id="credential">Credential</Word>
              </th>
              <th>Groups</th>
              <th>Expires</th>
              <th>
                <span className="o-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ identity, kept: own }) => {
              const current = identity.id === me.id && !missing
              return (
                <IdentityRow
                  key={identity.id}
                  identity={identity}
                  current={current}
                  own={own}
                  me={me}
                  inspect={inspect}
                />
              )
            })}
          </tbody>
        </table>
      </div>
      {dialog && <ActAsDialog onClose={() => setDialog(false)} onChoose={actAs} />}
    </Panel>
  )
}

function PasteToken({ onDone }: { readonly onDone: () => void }) {
  const client = useSystemClient()
  const be = useImpersonate()
  const [token, setToken] = useState('')
  const [name, setName, dropName] = useSessionDraft('pasted-token-name', '')
  const { act, busy } = useAction('Could not review the token')
  const use = async (): Promise<void> => {
    await act(async () => {
      const kept = await keptOfToken(client, pastedToken(token), name.trim() || 'somebody', 'Pasted')
      be(kept)
      dropName()
      onDone()
    })
  }
  return (
    <form
      className="o-panel-body o-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (token.trim()) void use()
      }}
    >
      <PasswordInput
        label="Token"
        description="Stored in this tab until you close it"
        value={token}
        onChange={(e) => setToken(e.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        label="Name"
        description="Used when the server does not accept the token"
        value={name}
        onChange={(e) => setName(e.currentTarget.value)}
      />
      <div className="wide">
        <Button type="submit" loading={busy} disabled={!token.trim()}>
          Act as this user
        </Button>
      </div>
    </form>
  )
}
