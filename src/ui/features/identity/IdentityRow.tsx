import { Button, Menu } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { shortDuration } from '../../components/time'
import { Verdict } from '../../components/Verdict'
import { useActAs } from '../../state/act-as'
import { useNow } from '../../state/clock'
import { type Identity, NOBODY } from '../../state/identity'
import { useGo } from '../../state/place'
import { credentialWord, type StoredIdentity, useKeyring } from '../../state/keyring'
import { endOfCredential } from './client-files'

function Until({ kept }: { readonly kept: StoredIdentity }) {
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

/** An identity, how it authenticates, and its actions. */
export function IdentityRow({
  identity,
  current,
  own,
  me,
  inspect,
}: {
  readonly identity: Identity
  readonly current: boolean
  readonly own: StoredIdentity | undefined
  readonly me: Identity
  readonly inspect: (somebody: StoredIdentity) => void
}) {
  const actAs = useActAs()
  const go = useGo()
  return (
    <tr className={current ? 'o-chosen' : ''}>
      <td>
        <div className="o-row wrap o-rows-close">
          <strong className="o-break">{identity.name}</strong>
          {current && <Verdict tone="allowed">current</Verdict>}
        </div>
      </td>
      <td className="o-dim">
        {own ? credentialWord(own.credential) : identity.note}
        {own && <div className="o-tiny">{own.note}</div>}
      </td>
      <td className="o-mono o-break" data-label="Groups">
        {identity.groups.join(', ') || <span className="o-faint">as reported by the server</span>}
      </td>
      <td data-label="Expires">{own ? <Until kept={own} /> : <span className="o-faint">–</span>}</td>
      <td className="acts">
        <div className="o-row acts">
          <Button
            size="compact-sm"
            variant={current ? 'default' : 'filled'}
            disabled={current}
            onClick={() => actAs(identity.id)}
            aria-label={`Act as ${identity.name}`}
          >
            Act as{' '}
          </Button>
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <Button size="compact-sm" variant="default" aria-label={`More about ${identity.name}`}>
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
                Compare with {identity.id === me.id ? 'system:anonymous' : me.name}
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
}
