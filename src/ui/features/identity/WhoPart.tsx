import { Button, Menu, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../components/Icon'
import { shortDuration } from '../../components/time'
import { Verdict } from '../../components/Verdict'
import { ActAsDialog } from '../../components/ActAsDialog'
import { useActAs } from '../../state/act-as'
import { useNow } from '../../state/clock'
import { useSystemClient } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { ADMIN, type Identity, identityOf, NOBODY, useIdentities, useIdentity } from '../../state/identity'
import { useGo } from '../../state/place'
import { keptOfToken, useImpersonate } from './acting'
import { endOfCredential } from './client-files'
import { Part } from './IdentityFrame'
import { pastedToken } from './jwt'
import { credentialWord, type Kept, useKeyring } from './keyring'
import { useInspected } from './inspected'

interface Somebody {
  readonly identity: Identity
  readonly kept?: Kept
}

/** Who this tab can be, and who it is. */
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
  const inspect = (somebody: Kept): void => {
    useInspected.getState().inspect(somebody)
    go({ to: '/identity/tokens' })
  }
  return (
    <Part
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
        <p className="o-panel-body o-about">
          <Verdict tone="changed">missing</Verdict> This tab has no credentials for <code>{missing}</code>. Requests are
          sent without credentials.
        </p>
      )}
      {pasting && <PasteToken onDone={() => setPasting(false)} />}
      <div className="o-scroll-x">
        <table className="o-table">
          <thead>
            <tr>
              <th>Identity</th>
              <th>Credential</th>
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
                <tr key={identity.id} className={current ? 'o-chosen' : ''}>
                  <td>
                    <div className="o-row wrap" style={{ rowGap: 0 }}>
                      <strong className="o-break">{identity.name}</strong>
                      {current && <Verdict tone="allowed">current</Verdict>}
                    </div>
                  </td>
                  <td className="o-dim">
                    {own ? credentialWord(own.credential) : identity.note}
                    {own && <div className="o-tiny">{own.note}</div>}
                  </td>
                  <td className="o-mono o-break">
                    {identity.groups.join(', ') || <span className="o-faint">as reported by the server</span>}
                  </td>
                  <td>{own ? <Until kept={own} /> : <span className="o-faint">–</span>}</td>
                  <td className="acts">
                    <div className="o-row acts">
                      <Button
                        size="compact-xs"
                        variant={current ? 'default' : 'filled'}
                        disabled={current}
                        onClick={() => actAs(identity.id)}
                        aria-label={`Act as ${identity.name}`}
                      >
                        Act as{' '}
                      </Button>
                      <Menu position="bottom-end" shadow="md">
                        <Menu.Target>
                          <Button size="compact-xs" variant="default" aria-label={`More about ${identity.name}`}>
                            <Icon name="more" />
                          </Button>
                        </Menu.Target>
                        <Menu.Dropdown>
                          <Menu.Item
                            onClick={() =>
                              go({
                                to: '/identity/compare',
                                search: { left: me.id, right: identity.id === me.id ? NOBODY.id : identity.id },
                              })
                            }
                          >
                            Compare with {identity.id === me.id ? 'nobody' : me.name}
                          </Menu.Item>
                          {own && (own.credential.type === 'token' || own.credential.type === 'openid') && (
                            <Menu.Item onClick={() => inspect(own)}>Inspect token</Menu.Item>
                          )}
                          {own && (
                            <Menu.Item onClick={() => go({ to: '/identity/files', search: { export: own.id } })}>
                              Export client configuration
                            </Menu.Item>
                          )}
                          {own && (
                            <Menu.Item color="red" onClick={() => useKeyring.getState().drop(own.id)}>
                              Remove credentials
                            </Menu.Item>
                          )}
                        </Menu.Dropdown>
                      </Menu>
                    </div>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <ActAsDialog opened={dialog} onClose={() => setDialog(false)} onChoose={actAs} />
    </Part>
  )
}

function Until({ kept }: { readonly kept: Kept }) {
  const now = useNow()
  const end = kept.until ?? endOfCredential(kept.credential)
  if (end === undefined) return <span className="o-faint">never</span>
  return end > now ? (
    <span className="o-num" title={new Date(end).toISOString()}>
      {shortDuration(end - now)}
    </span>
  ) : (
    <Verdict tone={kept.credential.type === 'openid' ? 'waiting' : 'refused'}>
      {kept.credential.type === 'openid' ? 'needs renewal' : 'expired'}
    </Verdict>
  )
}

function PasteToken({ onDone }: { readonly onDone: () => void }) {
  const client = useSystemClient()
  const be = useImpersonate()
  const [token, setToken] = useState('')
  const [name, setName] = useState('')
  const { act, busy } = useAction('Could not review the token')
  const use = async (): Promise<void> => {
    await act(async () => {
      const kept = await keptOfToken(client, pastedToken(token), name.trim() || 'somebody', 'Pasted')
      be(kept)
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
        <Button type="submit" size="xs" loading={busy} disabled={!token.trim()}>
          Act as this user
        </Button>
      </div>
    </form>
  )
}
